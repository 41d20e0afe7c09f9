// Checks that one folder moves money: no other code writes balances, what of them is locked or unlocked, or transfers, in SQL or by drizzle.
import type { Fault, SourceFile } from './tree.ts'

/** The folder that may. */
const MONEY = 'src/server/services/money/'

/** A new row of accounts has a balance. A table is named in SQL, in a template of drizzle, or as the argument of its builder. */
const ROWS =
  /\b(?:insert\s+into|delete\s+from)\s+(?:"?(?:accounts|transfers)\b|\$\{(?:accounts|transfers)\})|\bupdate\s+(?:"?transfers\b|\$\{transfers\})|\.(?:insert|delete)\((?:accounts|transfers)\)|\.update\(transfers\)/gi

/** The assignments of an update of accounts, in SQL. */
const SQL_UPDATE =
  /\bupdate\s+(?:"?accounts"?|\$\{accounts\})\s+(?:as\s+)?(?:\w+\s+)?set\b((?:(?!\b(?:from|where|returning)\b)[^`])*)/gi
/** One of several columns in parentheses, too. */
const SQL_MONEY = /(?<![.\w])"?(?:balance|locked|unlocked)"?(?:\s*,\s*"?\w+"?)*\s*\)?\s*=/i

/** The assignments of an update of accounts by drizzle; only an object without a spread tells what it sets. */
const BUILT_UPDATE = /\.update\(accounts\)\s*\.set\(((?:(?!\)\s*\.(?:where|from|returning)\()[\s\S])*)/g
const BUILT_MONEY = /^(?!\{)|\.\.\.|[{,\s](?:balance|locked|unlocked)\s*[:,}]/

/** Returns writes of money outside of its folder. */
export function moneyWrites(files: readonly SourceFile[]): Fault[] {
  return files
    .filter(({ path }) => !path.startsWith(MONEY))
    .flatMap(({ path, text }) => {
      const rows = [...text.matchAll(ROWS)]
      const updates = [
        ...[...text.matchAll(SQL_UPDATE)].filter(([, assignments = '']) => SQL_MONEY.test(assignments)),
        ...[...text.matchAll(BUILT_UPDATE)].filter(([, assignments = '']) => BUILT_MONEY.test(assignments)),
      ]
      return [...rows, ...updates].map(({ index }) => ({
        file: `${path}:${text.slice(0, index).split('\n').length}`,
        fault: `writes balances or transfers, which ${MONEY} alone does`,
      }))
    })
}
