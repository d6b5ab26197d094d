/** The first of what is found, else what `create` makes: so a seed can run any number of times. */
export async function findOrCreate<T>(
  find: () => Promise<readonly T[]>,
  create: () => Promise<readonly T[]>
): Promise<T> {
  const existing = (await find())[0] ?? (await create())[0]
  if (existing === undefined) throw new Error("The seed asked for a row and got none.")
  return existing
}
