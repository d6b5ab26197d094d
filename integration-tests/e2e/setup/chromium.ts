import { access, constants } from "node:fs/promises"
import { delimiter, join } from "node:path"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"]

/**
 * Where the browser is: `CHROMIUM_PATH`, or one of its names on the PATH.
 *
 * @throws Error with one sentence where there is none
 */
export async function findChromium(): Promise<string> {
  const { CHROMIUM_PATH, PATH = "" } = process.env
  const places = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : NAMES.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)))
  for (const place of places) {
    if (await isProgram(place)) return place
  }
  throw new Error(
    "There is no Chromium: install it (apt-get install chromium), or name it in CHROMIUM_PATH."
  )
}

function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false
  )
}
