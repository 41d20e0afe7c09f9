// Conventions of the code itself: nothing left over, no test left out, and Astro's files import only what they may.
import { posix } from 'node:path'
import { layerOf, mayImport } from './layers.ts'
import type { Fault, SourceFile } from './tree.ts'

const LINE = /\r?\n/

/** With a class in each word, so that this line does not find itself. */
const LEFT_OVER = /\b(TO[D]O|FIX[M]E)\b/
const LEFT_OUT = /\b(describe|it|test)(\.\w+)*\.(only|skip|todo)\b/

const IMPORT = /(?:\bimport\s+(?:[^'";]*?\sfrom\s+)?|\bexport\s[^'";]*?\sfrom\s+|\bimport\s*\(\s*)['"]([^'"]+)['"]/g

function lineFaults({ path, text }: SourceFile, pattern: RegExp, say: (found: string) => string): Fault[] {
  return text.split(LINE).flatMap((line, index) => {
    const found = pattern.exec(line)?.[0]
    return found === undefined ? [] : [{ file: `${path}:${index + 1}`, fault: say(found) }]
  })
}

/** Notes of work undone, anywhere. */
export function leftOver(files: readonly SourceFile[]): Fault[] {
  return files.flatMap((file) => lineFaults(file, LEFT_OVER, (found) => `"${found}": do it now or write an issue`))
}

/** Tests that do not run, or that keep others from running. */
export function leftOut(tests: readonly SourceFile[]): Fault[] {
  return tests.flatMap((file) => lineFaults(file, LEFT_OUT, (found) => `"${found}" leaves tests out`))
}

/** Imports of Astro's files, whose scripts and fronts dependency-cruiser does not read, held to the table of layers. */
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
