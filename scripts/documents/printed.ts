import ts from "typescript"
import { readDocument } from "../package/documents"

/** A call that prints one line: its words, and the line with what it notes, without the seconds it took. */
export type Printed = { label: string; line: RegExp }

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What the `step`s and `heading`s of a program print, where each is written (`scripts/demo/progress.ts`). */
export function printedBy(file: string): Printed[] {
  const found: Printed[] = []
  const source = ts.createSourceFile(file, readDocument(file), ts.ScriptTarget.ES2022, true)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(...printedByCall(node))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function printedByCall({ expression, arguments: args }: ts.CallExpression): Printed[] {
  const [first, , note] = args
  const label = first && patternOf(first)
  if (label === undefined) return []
  if (expression.getText() === "heading") return [{ label, line: new RegExp(`^${label}$`) }]
  if (expression.getText() !== "step") return []
  const noted = note === undefined ? "" : ` ${noteOf(note)}`
  return [{ label, line: new RegExp(`^  ${label} …${noted}$`) }]
}

/** A text as a pattern, with anything where a value stands. */
function patternOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return escaped(node.text)
  if (!ts.isTemplateExpression(node)) return undefined
  const rest = node.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`)
  return escaped(node.head.text) + rest.join("")
}

function noteOf(note: ts.Node): string {
  return ts.isArrowFunction(note) ? (patternOf(note.body) ?? ".+") : ".+"
}
