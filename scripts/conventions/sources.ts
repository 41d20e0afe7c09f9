// Checks sources: no notes of unfinished work, no skipped tests, only allowed imports in .astro files and in their scripts, and for browsers no
// import that may wait for ever, no gradient that Firefox draws as lines, and no rule that restyles the page with every change.
import { posix } from 'node:path'
import { IN_BROWSERS, layerOf, mayImport } from './layers.ts'
import type { Fault, SourceFile } from './tree.ts'

const LINE = /\r?\n/

/** With a character class in each word, so that this line does not match itself. */
const UNFINISHED = /\b(TO[D]O|FIX[M]E)\b/
const SKIPPED = /\b(describe|it|test)(\.\w+)*\.(only|skip|todo)\b/

const IMPORT = /(?:\bimport\s+(?:[^'";]*?\sfrom\s+)?|\bexport\s[^'";]*?\sfrom\s+|\bimport\s*\(\s*)['"]([^'"]+)['"]/g

function lineFaults({ path, text }: SourceFile, pattern: RegExp, say: (found: string) => string): Fault[] {
  return text.split(LINE).flatMap((line, index) => {
    const found = pattern.exec(line)?.[0]
    return found === undefined ? [] : [{ file: `${path}:${index + 1}`, fault: say(found) }]
  })
}

/** Returns notes of unfinished work. */
export function unfinishedNotes(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => lineFaults(file, UNFINISHED, (found) => `"${found}": do it now or write an issue`))
}

/** Returns tests that are skipped, or that keep others from running. */
export function skippedTests(tests: readonly SourceFile[]): Fault[] {
  return tests.flatMap((file) => lineFaults(file, SKIPPED, (found) => `"${found}" skips tests`))
}

const CLIENT = /^src\/(islands|stores)\//

/** A dynamic import that is not the argument of the helpers; on the server there is nothing to wait for. */
const BARE_IMPORT = /^(?!.*import\.meta\.env\.SSR).*(?<!\b(?:loadPart|latePart)\(\(\) => )\bimport\(/
const SECURE_ONLY = /\bcrypto\.randomUUID\b/
const RANDOM_ID = 'src/stores/kernel/random-id.ts'

/** Returns dynamic imports of browsers without a limit, and calls that browsers have on secure pages only. */
export function clientFaults(files: readonly SourceFile[]): Fault[] {
  const client = files.filter(({ path }) => CLIENT.test(path))
  return [
    ...client.flatMap((file) =>
      lineFaults(
        { ...file, text: file.text.replaceAll(/\/\/.*|^\s*\*.*|\/\*\*.*/gm, '') },
        BARE_IMPORT,
        () => '"import(" without loadPart or latePart (stores/kernel/load-part.ts) may wait for ever',
      ),
    ),
    ...client
      .filter(({ path }) => path !== RANDOM_ID)
      .flatMap((file) =>
        lineFaults(
          file,
          SECURE_ONLY,
          (found) => `"${found}" is on secure pages only: use randomId (stores/kernel/random-id.ts)`,
        ),
      ),
  ]
}

/** Up to the end of the gradient: two levels of parentheses are enough for its colours. */
const REPEATING = /repeating-[a-z]+-gradient\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g

/** Returns repeating gradients with a colour of color-mix(). */
export function mixedGradients(files: readonly SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) =>
    (text.match(REPEATING) ?? [])
      .filter((gradient) => gradient.includes('color-mix('))
      .map(() => ({ file: path, fault: 'a repeating gradient with color-mix(): Firefox draws lines in its place' })),
  )
}

/** A condition of drizzle on a state, which passes the state as a parameter. */
const HIDDEN_STATE = /\b(?:eq|ne|inArray|notInArray)\(\w+\.state\b/

/** Returns conditions that keep plans, which know no parameters, from the indexes of a state. */
export function hiddenStates(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => path.startsWith('src/server/'))
    .flatMap((file) =>
      lineFaults(
        file,
        HIDDEN_STATE,
        (found) => `"${found}" hides the state from plans: hasState (server/db/has-state.ts)`,
      ),
    )
}

/** What writes a date in a form of its own. */
const OWN_DATE = /\bDateTimeFormat\b|\.toLocale(?:Date|Time)?String\(/

/** The formatters, and what reads an hour or a name of a time zone. */
const READS_ZONES = /^src\/(i18n\/format|game\/base\/site-time|islands\/ui\/zone-words)\.ts$/

/** Returns dates that are not written by the formatters, which write one form in every language. */
export function ownDates(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => !READS_ZONES.test(path))
    .flatMap((file) =>
      lineFaults(file, OWN_DATE, () => 'a date in a form of its own: use formatDate, formatDateTime or formatUtc'),
    )
}

/** Matches `:has()` on the root or the body. `:has(> body > …)` is allowed: it matches few elements. */
const ROOT_HAS = /(?:\bhtml|:root|\bbody)[^\s{},]*:has\((?!> body > )/

/** Returns rules that make a browser recalculate the style of the whole page whenever its contents change. */
export function rootHas(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) =>
    lineFaults(file, ROOT_HAS, () => '":has()" of the root restyles the page with every change: use usePageMark'),
  )
}

/** Returns imports in .astro files that the table of layers forbids; dependency-cruiser does not read these files. */
export function astroImports(files: readonly SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    const from = layerOf(path)
    if (from === null) return []
    return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']): Fault[] => {
      if (specifier.startsWith('node:') || specifier === 'zod') return [{ file: path, fault: `imports ${specifier}` }]
      if (!specifier.startsWith('.')) return []
      const to = layerOf(posix.join(posix.dirname(path), specifier))
      return to === null || mayImport(from, to)
        ? []
        : [{ file: path, fault: `${from} may not import ${to}: ${specifier}` }]
    })
  })
}

/** A script of browsers in an .astro file; one with attributes is inline and imports nothing. */
const PAGE_SCRIPT = /<script>(.*?)<\/script>/gs

/** Returns imports in the scripts of .astro files of anything but code of browsers. */
export function pageScriptImports(files: readonly SourceFile[]): Fault[] {
  return files.flatMap(({ path, text }) => {
    const scripts = [...text.matchAll(PAGE_SCRIPT)].map(([, script = '']) => script).join('\n')
    return [...scripts.matchAll(IMPORT)].flatMap(([, specifier = '']): Fault[] => {
      const layer = specifier.startsWith('.') ? layerOf(posix.join(posix.dirname(path), specifier)) : null
      return layer !== null && IN_BROWSERS.includes(layer)
        ? []
        : [{ file: path, fault: `its script may not import ${specifier}` }]
    })
  })
}
