import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "..", "..")

const SENTENCE = /^["A-Z…][^]*[a-z]\S* \S+ \S+/
const SQL = /\b(SELECT|FROM|WHERE|AS|VALUES|THEN|AND)\b/

/**
 * The sentences for people in a file of the sources, with `…` where a value stands: texts and templates of
 * several words that begin like a sentence. What a thrown `Error` says is a bug's, and for nobody to look up.
 */
export function messagesIn(path: string): string[] {
  const code = readFileSync(join(ROOT, path), "utf8")
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isPlainError(node)) return
    // What a schema says of itself is for docs/configuration.md.
    if (isMeta(node)) {
      visit(node.expression)
      return
    }
    const text = textOf(node)
    if (text !== undefined && SENTENCE.test(text) && !SQL.test(text)) found.push(text)
    // A text of several lines is one sentence.
    if (!ts.isBinaryExpression(node) || text === undefined) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** `new Error("…")`, or what a class of errors hands on to it. */
function isPlainError(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === "Error"
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword
}

function isMeta(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  return ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "meta"
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  if (!ts.isTemplateExpression(node)) return undefined
  const rest = node.templateSpans.map(({ literal }) => `…${literal.text}`)
  return node.head.text + rest.join("")
}
