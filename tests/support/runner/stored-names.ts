// The names of all cookies and storage keys that the sources write, read from their syntax trees and types.
import { globSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { cookieJar } from '../../../src/server/http/cookies.ts'

const root = join(import.meta.dirname, '../../..')

/** Functions and methods whose first argument is the name of what they store. */
const WRITERS = ['persistentAtom', 'persistentMap', 'persistentJSON', 'persistentBoolean', 'setItem', 'setCookie']

/** Writers that only their object tells from other functions of that name. */
const WRITERS_OF_OBJECTS = new Set(['Cookies.set', 'cookieStore.set', 'indexedDB.open', 'caches.open'])

/** Stores in a way whose names this file cannot read. */
const UNREADABLE =
  /\b(?:document\.cookie\s*=[^=]|indexedDB\b(?!\.open\()|caches\.open\b(?!\()|(?:local|session)Storage(?:\.\w+|\[[^\]]+\])\s*=[^=])/

/** Reads of storage, which store nothing. */
const READS = /\b(?:(?:local|session)Storage\.getItem\(|document\.cookie\b(?!\s*=[^=]))/g

/** Uses storage at all: where there are no types to read a name from. */
const STORAGE = /\b(?:localStorage|sessionStorage|document\.cookie|cookieStore|indexedDB|caches\.open)\b/

const HEADER_METHODS = new Set(['header', 'setHeader', 'writeHead', 'appendHeader'])

export interface StoredNames {
  readonly names: readonly string[]
  /** `file:line` of each write whose name cannot be read. */
  readonly unreadable: readonly string[]
}

function createProgram(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    lib: ['lib.es5.d.ts'],
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    jsx: ts.JsxEmit.Preserve,
  }
  const host = ts.createCompilerHost(options)
  // Only our own files: types of packages are not needed, and reading them takes most of the time.
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({
      resolvedModule: /^\.{1,2}\/.*\.tsx?$/.test(text)
        ? { resolvedFileName: resolve(dirname(from), text), extension: extname(text) }
        : undefined,
    }))
  return ts.createProgram([...files], options, host)
}

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

function calleeName({ expression }: ts.CallExpression): string {
  if (WRITERS_OF_OBJECTS.has(expression.getText())) return 'setItem'
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : ''
}

/** Returns the name of a cookie where an expression is a member of the cookie jar. */
function cookieIn(checker: ts.TypeChecker, node: ts.Expression): string | undefined {
  const isJar = (of: ts.Node): boolean => checker.getTypeAtLocation(of).symbol?.name === 'CookieJar'
  const nameOf = (member: string): string | undefined => {
    const name: unknown = Reflect.get(cookieJar('sandbox'), member)
    return typeof name === 'string' ? name : undefined
  }
  if (ts.isPropertyAccessExpression(node)) return isJar(node.expression) ? nameOf(node.name.text) : undefined
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration === undefined || !ts.isBindingElement(declaration) || !isJar(declaration.parent)) return undefined
  return nameOf((declaration.propertyName ?? declaration.name).getText())
}

/** Returns every text that an expression can be by its type; undefined for any other. */
function textsOf(checker: ts.TypeChecker, node: ts.Expression): string[] | undefined {
  const cookie = cookieIn(checker, node)
  if (cookie !== undefined) return [cookie]
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce<string[] | undefined>(
      (before, { expression, literal }) => {
        const inner = textsOf(checker, expression)
        return before?.flatMap((start) => inner?.map((text) => start + text + literal.text) ?? [])
      },
      [node.head.text],
    )
  }
  const type = checker.getTypeAtLocation(node)
  const types = type.isUnion() ? type.types : [type]
  return types.every((one) => one.isStringLiteral())
    ? types.map((one) => (one as ts.StringLiteralType).value)
    : undefined
}

/** Returns the name of the function whose parameter an expression is: who calls it names what is stored. */
function forwardingFunction(checker: ts.TypeChecker, node: ts.Expression): string | undefined {
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  if (declaration === undefined || !ts.isParameter(declaration)) return undefined
  const { parent } = declaration
  const named = parent.name ?? (ts.isArrowFunction(parent) && 'name' in parent.parent ? parent.parent.name : undefined)
  return (named as ts.Node | undefined)?.getText()
}

/** Tells whether a call writes a header of cookies itself. */
function setsCookieHeader(call: ts.CallExpression): boolean {
  return HEADER_METHODS.has(calleeName(call)) && /^['"]set-cookie['"]$/i.test(call.arguments[0]?.getText() ?? '')
}

/** What is stored in browsers of the staff, at the office's own address, is not for players. */
const OFFICE = /^src\/(office|server\/office)\//

/** Reads the names that TypeScript files write. */
export function storedNamesIn(files: readonly string[]): StoredNames {
  const program = createProgram(files)
  const checker = program.getTypeChecker()
  const isOfSite = ({ fileName }: ts.SourceFile): boolean => !OFFICE.test(relative(root, fileName))
  const sources = program.getSourceFiles().filter((source) => !source.isDeclarationFile && isOfSite(source))
  const calls = sources.flatMap((source) => [...nodesOf(source)].filter((node) => ts.isCallExpression(node)))
  const placeOf = (node: ts.Node): string => {
    const source = node.getSourceFile()
    return `${relative(root, source.fileName)}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  }
  const writers = new Set(WRITERS)
  const names = new Set<string>()
  const unreadable = new Set(calls.filter(setsCookieHeader).map(placeOf))
  // A function that forwards its parameter is a writer too, until no other is found.
  for (let known = 0; known < writers.size; ) {
    known = writers.size
    for (const call of calls) {
      const [named] = call.arguments
      if (named === undefined || !writers.has(calleeName(call))) continue
      const texts = textsOf(checker, named)
      const forwarding = texts === undefined ? forwardingFunction(checker, named) : undefined
      if (forwarding !== undefined) writers.add(forwarding)
      else if (texts === undefined) unreadable.add(placeOf(call))
      for (const text of texts ?? []) names.add(text)
    }
  }
  for (const { text, fileName } of sources) if (UNREADABLE.test(text)) unreadable.add(relative(root, fileName))
  return { names: [...names].sort(), unreadable: [...unreadable].sort() }
}

/** Tells whether a text without types may store something. */
export const mayStore = (text: string): boolean => STORAGE.test(text.replaceAll(READS, ''))

/** Reads the names that the sources of the site write. */
export function storedNames(): StoredNames {
  const { names, unreadable } = storedNamesIn(
    globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => join(root, file)),
  )
  const untyped = globSync(['src/**/*.{astro,js,mjs}', 'public/**/*.{js,html,svg}'], { cwd: root })
  const uses = untyped.filter((file) => mayStore(readFileSync(join(root, file), 'utf8')))
  const proxies = globSync('deploy/**/*nginx*', { cwd: root }).filter((file) =>
    /add_header\s+set-cookie/i.test(readFileSync(join(root, file), 'utf8')),
  )
  return { names, unreadable: [...unreadable, ...uses, ...proxies] }
}
