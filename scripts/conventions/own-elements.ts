// Checks that texts which come and go have an element of their own. A browser that translates a page moves texts into elements that it
// makes; React then cannot remove such a text, and cannot insert anything before it, and gives up the part of the page.
import ts from 'typescript'
import type { Fault, SourceFile } from './tree.ts'

/** Functions that return texts: translations, formatters, and those named so. */
const TEXT_CALL = /^(t|say|format[A-Z]\w*|\w*([wW]ords|[tT]ext)(Of)?)$/

/** Functions that return elements in place of texts. */
const WRAP_CALL = 'wrapTexts'

/** What an expression shows: a text, nothing, an element, or what cannot be told here. */
type Shown = 'text' | 'nothing' | 'element' | 'list' | 'unknown'

function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? bare(node.expression) : node
}

/** Tells what a name of the file is, by its type or by its first value. */
function shownByName(name: string, source: string): readonly Shown[] {
  if (new RegExp(`\\b${name}\\??: ReactNode\\b`).test(source)) return ['text', 'nothing', 'element']
  if (new RegExp(`\\b${name}\\??: string\\b`).test(source)) return ['text']
  const value = new RegExp(`\\bconst ${name} = (\`|'|(\\w+)\\()`).exec(source)
  return value !== null && (value[2] === undefined || TEXT_CALL.test(value[2])) ? ['text'] : ['unknown']
}

function shownByCall(call: ts.CallExpression): readonly Shown[] {
  const callee = call.expression
  if (ts.isIdentifier(callee)) return callee.text !== WRAP_CALL && TEXT_CALL.test(callee.text) ? ['text'] : ['unknown']
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 'map' ? ['list'] : ['unknown']
}

const NOTHING = new Set([ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword])

/** Returns all that an expression may show. */
function shownBy(node: ts.Expression, source: string): readonly Shown[] {
  const value = bare(node)
  if (ts.isConditionalExpression(value))
    return [...shownBy(value.whenTrue, source), ...shownBy(value.whenFalse, source)]
  if (ts.isBinaryExpression(value)) {
    const kind = value.operatorToken.kind
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return ['nothing', ...shownBy(value.right, source)]
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return [...shownBy(value.left, source), ...shownBy(value.right, source)]
    return kind === ts.SyntaxKind.PlusToken ? ['text'] : ['unknown']
  }
  if (ts.isStringLiteral(value) || ts.isNoSubstitutionTemplateLiteral(value))
    return value.text.trim() === '' ? ['nothing'] : ['text']
  if (ts.isTemplateExpression(value) || ts.isNumericLiteral(value)) return ['text']
  if (NOTHING.has(value.kind) || (ts.isIdentifier(value) && value.text === 'undefined')) return ['nothing']
  if (ts.isJsxElement(value) || ts.isJsxSelfClosingElement(value) || ts.isJsxFragment(value)) return ['element']
  if (ts.isCallExpression(value)) return shownByCall(value)
  return ts.isIdentifier(value) ? shownByName(value.text, source) : ['unknown']
}

interface Child {
  readonly node: ts.Node
  readonly shows: readonly Shown[]
}

/** Returns what is between the tags of an element, without blanks and comments; fragments within count as their contents. */
function childrenOf(element: ts.JsxElement | ts.JsxFragment, source: string): Child[] {
  return element.children.flatMap((node): Child[] => {
    if (ts.isJsxText(node)) return node.text.trim() === '' ? [] : [{ node, shows: ['text'] }]
    if (ts.isJsxFragment(node)) return childrenOf(node, source)
    if (!ts.isJsxExpression(node)) return [{ node, shows: ['element'] }]
    if (node.expression === undefined) return []
    const isBlank = ts.isStringLiteral(node.expression) && node.expression.text.trim() === ''
    return isBlank ? [] : [{ node, shows: shownBy(node.expression, source) }]
  })
}

function comesAndGoes({ shows }: Child): boolean {
  const kinds = new Set(shows)
  if (kinds.has('list')) return true
  return kinds.has('nothing') ? kinds.size > 1 : kinds.has('text') && kinds.has('element')
}

function faultsOf(children: readonly Child[]): ts.Node[] {
  if (children.length < 2) return []
  let isAfterChange = false
  return children.flatMap((child) => {
    const isWrong = child.shows.includes('text') && (comesAndGoes(child) || isAfterChange)
    isAfterChange ||= comesAndGoes(child)
    return isWrong ? [child.node] : []
  })
}

/** A fragment that shows nothing but a text leaves the text bare among the nodes of the component's parent. */
function isBareFragment(node: ts.Node, children: readonly Child[]): boolean {
  return ts.isJsxFragment(node) && children.length === 1 && children[0]?.shows.includes('text') === true
}

function isKeyed({ openingElement }: ts.JsxElement): boolean {
  return openingElement.attributes.properties.some((one) => ts.isJsxAttribute(one) && one.name.getText() === 'key')
}

/** Tells whether what an element encloses is shown by a component, which React keeps where it is shown again with other children. */
function isOfComponent(node: ts.Node): boolean {
  return ts.isJsxElement(node) && /^[A-Z]/.test(node.openingElement.tagName.getText()) && !isKeyed(node)
}

/** Returns the elements that one place of a function shows in turn: by a condition, or by its returns. */
function turnsOf(node: ts.Node): ts.JsxElement[] {
  const isElement = (one: ts.Expression): one is ts.JsxElement => ts.isJsxElement(one) && !isKeyed(one)
  const ends = (value: ts.Expression): ts.Expression[] =>
    ts.isConditionalExpression(value) ? [...ends(bare(value.whenTrue)), ...ends(bare(value.whenFalse))] : [value]
  if (ts.isConditionalExpression(node)) return ends(node).filter(isElement)
  if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return []
  const returned: ts.Expression[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isFunctionLike(inner)) return
    if (ts.isReturnStatement(inner) && inner.expression !== undefined) returned.push(...ends(bare(inner.expression)))
    ts.forEachChild(inner, visit)
  }
  ts.forEachChild(node.body as ts.Node, visit)
  return returned.filter(isElement)
}

/** Returns texts beside others in elements that React keeps while it shows the other ones of a place, where those have other children. */
function faultsOfTurns(turns: readonly ts.JsxElement[], source: string): ts.Node[] {
  const byTag = Map.groupBy(turns, ({ openingElement }) => openingElement.tagName.getText())
  return Array.from(byTag.values()).flatMap((alike) => {
    const children = alike.map((element) => childrenOf(element, source))
    const isKept = children.every((one) => one.length === children[0]?.length)
    const texts = children.flatMap((one) =>
      isKept || one.length < 2 ? [] : one.filter(({ shows }) => shows.includes('text')).map(({ node }) => node),
    )
    const inner = isKept ? (children[0] ?? []).map((_, at) => children.flatMap((one) => one[at]?.node ?? [])) : []
    return [...texts, ...inner.flatMap((nodes) => faultsOfTurns(nodes.filter(ts.isJsxElement), source))]
  })
}

/** Returns texts of React components that come and go, or that come after what does, without an element of their own. */
export function bareTexts(files: readonly SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
    const faults = new Map<number, Fault>()
    const report = (nodes: readonly ts.Node[]): void => {
      for (const { pos, end } of nodes.map((fault) => ({ pos: fault.getStart(), end: fault.end }))) {
        const line = source.getLineAndCharacterOfPosition(pos).line + 1
        const words = text.slice(pos, end).trim().replaceAll(/\s+/g, ' ').slice(0, 60)
        const fault = `"${words}" comes and goes, or follows what does: give it a <span>`
        faults.set(pos, { file: `${path}:${line}`, fault })
      }
    }
    const visit = (node: ts.Node): void => {
      report(faultsOfTurns(turnsOf(node), text))
      const isNested = ts.isJsxFragment(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))
      if (!isNested && (ts.isJsxElement(node) || ts.isJsxFragment(node))) {
        const children = childrenOf(node, text)
        const isMixed = children.length > 1 && isOfComponent(node)
        const wrong = isMixed ? children.filter(({ shows }) => shows.includes('text')) : children
        report(isMixed || isBareFragment(node, children) ? wrong.map((child) => child.node) : faultsOf(children))
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return [...faults.values()]
  })
}
