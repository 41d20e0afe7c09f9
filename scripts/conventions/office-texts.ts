// Checks that only the office asks for its texts: the types allow every namespace everywhere, but no page of players loads these.
import type { Fault, SourceFile } from './tree.ts'

const OFFICE = /^src\/(office|i18n\/office)\//

/** The hook or the function of a namespace of the office, and a key with one. */
const ASKS = /\b(?:useTranslation|textFor|getFixedT)\([^)]*['"`]office(?:[A-Z]\w*)?['"`]|['"`]office(?:[A-Z]\w*)?:[\w$]/

/** Returns the places outside of the office that ask for its texts. */
export function officeTexts(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => !OFFICE.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const namespace = ASKS.exec(line)?.[0]
        return namespace === undefined
          ? []
          : [{ file: `${path}:${index + 1}`, fault: `"${namespace}": only the office loads its texts` }]
      }),
    )
}
