// data/safer-play.json: thresholds within their bounds, texts in three languages.
import { describe, expect, it } from 'vitest'
import shipped from '../../../data/safer-play.json' with { type: 'json' }
import { DEFAULT_SAFER_PLAY } from '../../../src/game/office/safer-play.ts'
import { formatFault } from '../../../src/server/catalogue/faults.ts'
import { readCatalogue } from '../../../src/server/catalogue/read-catalogue.ts'
import { catalogueFolder } from './catalogue-folder.ts'

async function read(changes: object | null) {
  await using folder = await catalogueFolder()
  if (changes !== null) await folder.write('safer-play.json', JSON.stringify({ ...shipped, ...changes }, null, 1))
  const reading = await readCatalogue(folder)
  return reading.ok
    ? { rules: reading.saferPlay, faults: [] }
    : { rules: null, faults: reading.faults.map((fault) => formatFault(fault).replace(`${folder.folder}/`, '')) }
}

const { rules } = shipped
const [first = { id: '' }, second] = shipped.words

describe('the rules of safer play', () => {
  it('are the shipped ones, and the site’s own where a folder has none', async () => {
    expect(await read({})).toEqual({ rules: shipped, faults: [] })
    expect((await read(null)).rules).toEqual(DEFAULT_SAFER_PLAY)
  })

  it.each([
    [
      'a threshold that nobody reaches',
      { rules: { ...rules, chasing: { ...rules.chasing, rises: 11 } } },
      /"rules\.chasing\.rises"/,
    ],
    [
      'a threshold that everybody reaches',
      { rules: { ...rules, chasing: { ...rules.chasing, lost: 0 } } },
      /"rules\.chasing\.lost"/,
    ],
    [
      'a window beyond a month',
      { rules: { ...rules, nights: { ...rules.nights, windowDays: 31 } } },
      /"rules\.nights\.windowDays"/,
    ],
    ['a rule that is left out', { rules: { chasing: rules.chasing } }, /"rules\.nights"/],
    ['a night without an hour', { night: { from: 3, to: 3 } }, /a night without an hour/],
    ['an hour that no day has', { night: { from: 25, to: 6 } }, /"night\.from"/],
    ['prompts that never end', { quietDays: 0 }, /"quietDays"/],
    [
      'a text that is missing',
      { words: [{ ...first, text: { en: 'A sentence.', ru: 'Предложение.' } }] },
      /"words\.0\.text\.uk"/,
    ],
    ['an id twice', { words: [first, { ...second, id: first.id }] }, /two texts "protection"/],
  ] satisfies readonly (readonly [string, object, RegExp])[])('refuse %s', async (_, changes, fault) => {
    const { faults } = await read(changes)
    expect(faults.join('\n')).toMatch(fault)
    expect(faults[0]).toMatch(/safer-play\.json:\d+: /)
  })
})
