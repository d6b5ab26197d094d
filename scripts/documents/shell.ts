/** One command of a shell, with what is said behind it, or below it. */
export type Command = { words: readonly string[]; comment: string }

const TOKEN = /"([^"]*)"|'([^']*)'|(?<=^|\s)#(.*)$|(<[^>]*>)|(\S+)/g
const BETWEEN_COMMANDS = /^(&&|\|\|?|;)$/

/** A variable that is set for one command. */
const VARIABLE = /^[A-Z_]+=\S*$/

/** The commands of a block, as far as pages write them: words, quotes, comments, several in a line. */
export function commandsIn(code: string): Command[] {
  const lines = code.replaceAll(/\\\n\s*/g, " ").split("\n")
  return lines.reduce<Command[]>((all, line) => {
    const { commands, comment } = commandsOfLine(line)
    const last = commands.pop() ?? all.pop()
    if (last === undefined) return all
    return [...all, ...commands, { ...last, comment: `${last.comment} ${comment}`.trim() }]
  }, [])
}

function commandsOfLine(line: string): { commands: Command[]; comment: string } {
  const commands: string[][] = [[]]
  let said = ""
  for (const [, double, single, comment, placeholder, plain] of line.matchAll(TOKEN)) {
    if (comment !== undefined) said = comment.trim()
    else if (plain !== undefined && BETWEEN_COMMANDS.test(plain)) commands.push([])
    else commands.at(-1)?.push(double ?? single ?? placeholder ?? plain ?? "")
  }
  const given = commands
    .map((words) =>
      words.slice(
        Math.max(
          0,
          words.findIndex((word) => !VARIABLE.test(word))
        )
      )
    )
    .filter((words) => words.length > 0)
  return { commands: given.map((words) => ({ words, comment: "" })), comment: said }
}
