// Settings that are almost named like one of ours: a shop that sets SITE_ULR would go on without an address, and never hear of it.
import { FILE_SETTINGS, SETTING_NAMES } from './config-schema.ts'

const NAMES: readonly string[] = [...SETTING_NAMES, ...FILE_SETTINGS.map((name) => `${name}_FILE`)]
const OURS: ReadonlySet<string> = new Set(NAMES)

/** Shorter names have too many neighbours that mean something else. */
const LENGTH_LEAST = 6
/** From this length on two slips are still the same name. */
const LENGTH_FOR_TWO = 9

const plain = (name: string): string => name.replaceAll('_', '').toUpperCase()

/**
 * Counts the slips between two texts: letters that are missing, too many, wrong, or swapped with the next one (optimal string alignment,
 * https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance).
 */
function slipsBetween(a: string, b: string): number {
  let [last, before]: [number[], number[]] = [[], []]
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    ;[before, last] = [last, row]
    row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const steps = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1)]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push((before[j - 2] ?? 0) + 1)
      row[j] = Math.min(...steps)
    }
  }
  return row[b.length] ?? 0
}

/** Returns the setting that a name seems to mean; undefined for a name of ours, and for one that is like none. */
function meantBy(name: string): string | undefined {
  if (OURS.has(name) || name.length < LENGTH_LEAST) return undefined
  const same = NAMES.find((one) => plain(one) === plain(name))
  if (same !== undefined) return same
  const most = name.length < LENGTH_FOR_TWO ? 1 : 2
  return NAMES.find((one) => Math.abs(one.length - name.length) <= most && slipsBetween(one, name) <= most)
}

/** Settings of earlier releases, with what replaces each. */
const FORMER: Readonly<Record<string, string>> = {
  CATALOGUE_DIR:
    'SHOP_DIR names the folder with a shop’s own files, which npm run ops -- shop import takes (docs/releases.md)',
  SITE_NAME: 'the shop has one name, which its brand.json or the room Brand of the office changes (docs/texts.md)',
}

/** Returns a line for each name that is almost one of a setting, or was one. Other names belong to other programs. */
export function misspeltSettings(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const former = FORMER[name]
    if (former !== undefined) return [`${name}: is no setting any more: ${former}.`]
    const meant = meantBy(name)
    return meant === undefined ? [] : [`${name}: is no setting, and would change nothing. Did you mean ${meant}?`]
  })
}
