// Formats JSON with one record a line, so that diffs and faults name records.
import type { CaseRecord, SkinRecord } from '../../src/server/catalogue/records.ts'
import type { CATEGORIES } from './themes/categories.ts'

/** Returns the text of data/skins.json. */
export function skinsText(skins: readonly SkinRecord[]): string {
  const records = skins.map(({ id, model, class: weaponClass, rarity, star, name, wears, stattrak, icon }) =>
    JSON.stringify({ id, model, class: weaponClass, rarity, star, name, wears, stattrak, icon }),
  )
  return `[\n${records.join(',\n')}\n]\n`
}

/** Returns the text of data/cases.json. */
export function casesText(categories: typeof CATEGORIES, cases: readonly CaseRecord[]): string {
  return [
    '{',
    '"categories": [',
    categories.map((category) => JSON.stringify(category)).join(',\n'),
    '],',
    '"cases": [',
    cases.map(caseText).join(',\n'),
    ']',
    '}',
    '',
  ].join('\n')
}

function caseText({ entries, art, ...head }: CaseRecord): string {
  const fields = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`)
  const lines = entries.map((entry) => `    ${JSON.stringify(entry)}`)
  return ['{', ...fields, `  "art": ${JSON.stringify(art)},`, '  "entries": [', lines.join(',\n'), '  ]', '}'].join(
    '\n',
  )
}
