// The office says in its own language what is wrong with a shop: for every message of the check there are words, and no words are left over.
import { beforeAll, describe, expect, it } from 'vitest'
import { checkPages } from '../../src/content/check-pages.ts'
import { readFiles } from '../../src/content/default-files.ts'
import { pageFile, type ShopFiles } from '../../src/content/shop-files.ts'
import { readShopTexts } from '../../src/content/shop-texts.ts'
import { LANGUAGES, type Language } from '../../src/game/base/language.ts'
import { PICTURE_NAME_LENGTH, SHOP_PICTURES } from '../../src/game/office/shop-pictures.ts'
import { loadRoomTexts } from '../../src/i18n/office/load.ts'
import { type FaultTexts, faultTranslator } from '../../src/office/session/draft/fault-words.ts'
import { checkShop, placeholderFaults } from '../../src/server/shop/check-shop.ts'
import { readReleaseFiles } from '../../src/server/shop/shop-files.ts'
import { dayFaults } from '../../src/server/shop/text-days.ts'
import { RELEASE } from '../support/shop/shop.ts'

const WHOLE = readFiles()
/** Without pages, which are read anew for each shop: that they are missing is said of each. */
const FILES: ShopFiles = Object.fromEntries(Object.entries(WHOLE).filter(([name]) => !name.startsWith('pages/')))
const DAY = { en: 'updated', ru: 'translates', uk: 'translates' } as const
const ALT = { en: 'A crate', ru: 'Ящик', uk: 'Скриня' } as const

type Texts = Partial<Record<Language, string>>

const front = (language: Language, lines = ''): string =>
  lines ||
  `title: Help\ndescription: Enough words for a description that search engines can show.\n${DAY[language]}: 2026-11-21`

/** Returns the files with a page of its own in all languages. */
function withPage(bodies: Texts, fronts: Texts = {}, name = 'help'): ShopFiles {
  const pages = LANGUAGES.map((language) => {
    const body = bodies[language] ?? bodies.en ?? '## One {#one}\n\nWords.'
    return [pageFile(name, language), `---\n${front(language, fronts[language])}\n---\n\n${body}\n`] as const
  })
  return { ...FILES, ...Object.fromEntries(pages) }
}

const body = (text: string): ShopFiles => withPage({ en: `## One {#one}\n\n${text}` })
const NONE = `/pictures/${'f'.repeat(PICTURE_NAME_LENGTH)}.webp`
const pictureLine = (alt: string, address = NONE): string => `![${alt}](${address})`

const replaced = (file: string, from: string | RegExp, to: string): ShopFiles => ({
  ...FILES,
  [file]: (WHOLE[file] ?? '').replace(from, to),
})

const MESSAGES = JSON.stringify({
  'refusal.nothing': { en: 'Words' },
  'refusal.balance': { en: '', ru: '{{nobody}}' },
  'notice.level.content': { en: 'You grew.' },
})

const withoutAddress = (language: Language): string => `---\n${front(language)}\n---\n\n## One {#one}\n\nWords.\n`

const MANY = Array.from(
  { length: SHOP_PICTURES.most + 1 },
  (_, at) => `pictures/${String(at).padStart(PICTURE_NAME_LENGTH, '0')}.webp`,
)

/** Shops with faults: all kinds of them together. */
const BROKEN: readonly ShopFiles[] = [
  withPage({ ru: '## Два {#two}\n\nСлова.' }),
  withPage({ en: '## One {#one}\n\nA.\n\n## Two {#two}\n\nB.', ru: '## Два {#two}\n\nБ.\n\n## Один {#one}\n\nА.' }),
  withPage({}, { ru: front('ru').replace('2026-11-21', '2026-11-20') }),
  withPage({}, { ru: front('ru').replace('2026-11-21', '2026-11-22') }),
  withPage({}, {}, 'Help'),
  withPage({}, {}, 'case'),
  { ...FILES, [pageFile('help', 'en')]: withoutAddress('en'), [pageFile('help', 'ru')]: withoutAddress('ru') },
  replaced(pageFile('protection', 'en'), /^## (.*) \{#[a-z-]+\}$/m, '## $1 {#another}'),
  body('[empty]()'),
  body('[one](https://) and [two](mailto:nobody) and [three](page) and [four](/ru/faq) and [five](/nothing)'),
  body('[one](/help#nothing) and [two](/battles#anchor) and [three] (/faq)'),
  withPage({ en: '## One {#one}\n\nIt takes 7 days.', ru: '## Один {#one}\n\nЭто занимает 8 дней.' }),
  body('{{nothing}}'),
  withPage({}, { en: 'title: Cases: how they work' }),
  withPage({}, { en: 'title: Help\ndescription: short\nupdated: yesterday\nother: 1' }),
  withPage({}, { en: 'title: Help\nupdated: 2026-11-21' }),
  { ...withPage({}), [pageFile('help', 'en')]: '---\ntitle: Help\n\n## One {#one}\n\nWords.\n' },
  { ...withPage({}), [pageFile('help', 'en')]: '## One {#one}\n\nWords.\n' },
  body(
    'Words.\n\n# Title {#title}\n\nA.\n\n## Without\n\nA.\n\n## Wrong {#Wrong}\n\nA.\n\n## Same {#one}\n\nA.\n\n## {#empty}\n\nA.',
  ),
  withPage({ en: '### First {#first}\n\nA.' }),
  body('Words.\n\nDashes\n---\n\nA.\n\n## Bare {#bare}'),
  withPage({ en: 'Words alone.' }),
  body('<b>bold</b> and **bold without an end'),
  body('```\ncode without an end'),
  body(pictureLine('Words', 'https://example.com/a.png')),
  withPage(
    Object.fromEntries(LANGUAGES.map((language) => [language, `## One {#one}\n\n${pictureLine(ALT[language])}`])),
  ),
  {
    ...body(MANY.map((file) => pictureLine('A crate', `/${file}`)).join('\n\n')),
    ...Object.fromEntries(MANY.map((file) => [file, 'no picture'])),
  },
  body(
    `${pictureLine('')}\n\n${pictureLine('a'.repeat(400))}\n\n${pictureLine('Слова')}\n\n${pictureLine('Words', '/pictures/none.webp "title"')}`,
  ),
  body('![one][two]\n\n[two]: /pictures/none.webp'),
  body(`Beside ${pictureLine('A crate')} words.`),
  { ...FILES, 'replies.json': MESSAGES },
  replaced('operator.json', /"law": \{/, '"law": {"none": "",'),
  { ...FILES, 'operator.json': JSON.stringify({ ...JSON.parse(FILES['operator.json'] ?? ''), law: { en: 'a' } }) },
  { ...FILES, 'brand.json': JSON.stringify({ ...JSON.parse(FILES['brand.json'] ?? ''), name: 'A' }) },
  { ...FILES, 'brand.json': JSON.stringify({ ...JSON.parse(FILES['brand.json'] ?? ''), timeZone: 'Mars/Olympus' }) },
]

function messagesOf(files: ShopFiles): string[] {
  const read = readShopTexts(files)
  const { faults } = checkPages(files)
  return [...('faults' in read ? read.faults : []), ...faults].map(({ fault }) => fault)
}

type Json = Record<string, never>

/** Breaks cases, each in a way of its own. */
const CASE_FAULTS: readonly ((
  record: { [field: string]: unknown; entries: Json[]; name: Json },
  first: Json,
) => object)[] = [
  () => ({ category: 'nothing' }),
  () => ({ from: '2030-01-02T00:00:00Z', until: '2030-01-01T00:00:00Z' }),
  () => ({ price: 1 }),
  ({ entries }) => ({ entries: entries.slice(0, 1) }),
  ({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, tickets: 1 })) }),
  ({ price }) => ({ price: Number(price) * 2 }),
  () => ({ image: 'nothing.svg', art: undefined }),
  ({ entries }) => ({ entries: [...entries, entries[0]] }),
  ({ entries }) => ({ entries: [{ ...entries[0], item: 'nothing' }, ...entries.slice(1)] }),
  ({ name }) => ({ name: { ...name, uk: '' } }),
  (_, first) => ({ name: first.name }),
  ({ name }) => ({ name: { ...name, uk: 'Кіт cат' } }),
  ({ name }) => ({ name: { ...name, uk: "М'ята" } }),
]

/** A shop with broken cases and gifts. */
async function brokenCatalogue(): Promise<ShopFiles> {
  const files = await readReleaseFiles()
  const shop = JSON.parse(files['cases.json'] ?? '')
  const broken = CASE_FAULTS.map((change, at) => ({
    ...shop.cases[at + 1],
    ...change(shop.cases[at + 1], shop.cases[0]),
  }))
  const cases = [...shop.cases, shop.cases[0]].map((record, at) => broken[at - 1] ?? record)
  const rewards = JSON.parse(files['rewards.json'] ?? '')
  rewards.wheel.sectors[0].tickets += 1
  rewards.freeCases[0].entries[0].tickets += 1
  return { ...files, 'cases.json': JSON.stringify({ ...shop, cases }), 'rewards.json': JSON.stringify(rewards) }
}

/** Returns what the check says of broken cases and gifts. */
async function catalogueMessages(): Promise<string[]> {
  const checked = await checkShop(await brokenCatalogue(), { pathOf: (name) => name, pictures: RELEASE.pictures })
  return 'faults' in checked ? checked.faults.map(({ message }) => message) : []
}

/** Returns all that the checks say of these shops, each once. */
async function readMessages(): Promise<string[]> {
  const faq = pageFile('faq', 'en')
  const newer = { newest: { id: 1, files: WHOLE }, files: { ...WHOLE, [faq]: `${WHOLE[faq]}\nMore.\n` } }
  const days = dayFaults(newer as unknown as Parameters<typeof dayFaults>[0], Date.parse('2030-01-01'))
  const placeholders = placeholderFaults({ ...body('[your words]'), 'operator.json': '{}' }, (name) => name)
  const inCatalogue = await catalogueMessages()
  return [
    ...new Set([
      ...inCatalogue,
      ...BROKEN.flatMap(messagesOf),
      ...[...days, ...placeholders].map(({ message }) => message),
    ]),
  ]
}

const textsIn = async (language: Language): Promise<FaultTexts> =>
  (await loadRoomTexts(language, 'officeShopFaults')) as FaultTexts

describe('what is wrong with a shop', () => {
  let messages: readonly string[]

  beforeAll(async () => {
    messages = await readMessages()
  })

  it('is told apart: every message has words, and all words are of a message', async () => {
    const english = await textsIn('en')
    const keys = Object.keys(english) as (keyof FaultTexts)[]
    const named = Object.fromEntries(keys.map((key) => [key, key])) as unknown as FaultTexts
    const keyOf = faultTranslator(english, named)
    const messageKeys = messages.map(keyOf)
    expect(messageKeys.filter((text) => !(keys as string[]).includes(text))).toEqual([])
    expect(keys.filter((key) => !messageKeys.includes(key))).toEqual([])
  })

  it.each(['ru', 'uk'] as const)('is said in %s, with what the message names', async (language) => {
    const translate = faultTranslator(await textsIn('en'), await textsIn(language))
    for (const message of messages) expect(translate(message)).toMatch(/\p{Script=Cyrillic}{2}/u)
    expect(messages.map(translate).join()).toContain('«/nothing»')
    expect(messages.map(translate).join()).toContain('«uk»')
    expect(translate('nobody has said this')).toBe('nobody has said this')
  })

  it('names the same in every language', async () => {
    const namesIn = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort()
    const english = await textsIn('en')
    for (const language of ['ru', 'uk'] as const) {
      const own = await textsIn(language)
      for (const key of Object.keys(english) as (keyof FaultTexts)[]) {
        expect([language, key, namesIn(own[key])]).toEqual([language, key, namesIn(english[key])])
      }
    }
  })
})
