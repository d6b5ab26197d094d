import { readFile, rename, writeFile } from "node:fs/promises"
import type { z } from "zod"

/** The content of a JSON file, or undefined where it is missing or not of this shape. */
export async function readJsonFile<S extends z.ZodType>(
  file: string,
  schema: S
): Promise<z.infer<S> | undefined> {
  try {
    const parsed = schema.safeParse(JSON.parse(await readFile(file, "utf8")))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Writes a JSON file that only its owner reads; a reader never sees half of it. */
export async function writeJsonFile(file: string, content: unknown): Promise<void> {
  const draft = `${file}.new`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}
