// Checks sources: no notes of unfinished work, no skipped tests, and only allowed imports in .astro files.
import { posix } from 'node:path'
import { layerOf, mayImport } from './layers.ts'
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
