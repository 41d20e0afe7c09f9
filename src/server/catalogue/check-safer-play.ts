// Checks safer-play.json: what prompts a person to look at a player, and what players read of an exclusion by the shop.
import { DEFAULT_SAFER_PLAY, type SaferPlayRules } from '../../game/office/safer-play.ts'
import { type CheckedFile, readRecord, report } from './faults.ts'
import { type SaferPlayRecord, saferPlayRecord } from './records.ts'

/**
 * Creates the rules; reports faults to the file. Returns null when the file does not fit its schema.
 *
 * @param file undefined where the folder has none: the defaults apply
 */
export function checkSaferPlay(file: CheckedFile | undefined): SaferPlayRules | null {
  if (file === undefined) return DEFAULT_SAFER_PLAY
  const record = readRecord<SaferPlayRecord>(file, [], saferPlayRecord, 'safer play')
  if (record === null) return null
  if (record.night.from === record.night.to) report(file, ['night'], 'safer play: a night without an hour')
  for (const [at, { id }] of record.words.entries()) {
    if (record.words.findIndex((words) => words.id === id) !== at) {
      report(file, ['words', at], `safer play: there are two texts "${id}"`)
    }
  }
  return record
}
