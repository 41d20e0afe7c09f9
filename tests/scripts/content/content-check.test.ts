// npm run content -- check: reports the file, line and fault of everything that can be wrong with a static page.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createContent } from '../../../scripts/content/program.ts'
import { readFiles } from '../../../src/content/default-files.ts'
import { readPages } from '../../../src/content/read-pages.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { runProgram } from '../../support/runner/command.ts'
import { contentFolder } from './content-folder.ts'

const runCheck = (...args: readonly string[]) => runProgram(createContent, args)

/** Returns the lines that the check prints for a folder, with paths relative to it, without the count at the end. */
async function faultsOf(folder: string): Promise<string[]> {
  const { code, err } = await runCheck('check', folder)
  expect(code).toBe(1)
  return err
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.replaceAll(`${folder}/`, ''))
}

describe('content check', () => {
  it('reports in one line that a folder has no faults', async () => {
    await using place = await contentFolder()
    const out = `${place.folder}: 2 pages, ${2 * LANGUAGES.length} files: no faults\n`
    expect(await runCheck('check', place.folder)).toEqual({ code: 0, out, err: '' })
  })

  it('finds no faults in the pages of this site', async () => {
    expect(await runCheck('check')).toEqual({ code: 0, out: expect.stringContaining('no faults'), err: '' })
  })

  it("names the operator's details that still have placeholders, which live mode refuses", async () => {
    await using place = await contentFolder()
    await place.replace('operator.json', 'help@shop.com', 'help@shop.example')
    await place.replace('operator.json', '"uk": "a"', '"uk": "[law]"')
    const { code, out } = await runCheck('check', place.folder)
    expect(code).toBe(0)
    expect(out).toContain('operator.json: placeholders in "support", "law": live mode refuses to start with them')
  })

  it('counts the faults, and fails', async () => {
    await using place = await contentFolder()
    await place.remove('faq/uk.md')
    const { code, err } = await runCheck('check', place.folder)
    expect(code).toBe(1)
    expect(err).toBe(
      `${place.folder}/faq/uk.md:1: is missing: the page "faq" needs every language\n${place.folder}: 1 fault\n`,
    )
  })

  it('reports a missing file once, and no dead links for it', async () => {
    await using place = await contentFolder()
    await place.remove('rules/uk.md')
    expect(await faultsOf(place.folder)).toEqual(['rules/uk.md:1: is missing: the page "rules" needs every language'])
  })

  it('reports a detail that the operator lacks once, with the number of its places', async () => {
    await using place = await contentFolder()
    await place.replace('operator.json', '"support"', '"help"')
    const [first, ...others] = await faultsOf(place.folder)
    expect(first).toMatch(/^faq\/en\.md:13: \{\{support\}\} is neither .* \(and at 5 more places\)$/)
    expect(others.filter((line) => line.includes('is neither'))).toEqual([])
  })

  it('names placeholders in texts, which live mode refuses', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', 'At least 18.', 'At least 18, says [company] at info@shop.example now.')
    const { code, out } = await runCheck('check', place.folder)
    expect(code).toBe(0)
    expect(out).toContain('faq/ru.md: [company]: live mode refuses to start with them')
    expect(out).toContain('faq/ru.md: info@shop.example: live mode')
    expect(await runProgram(createContent, ['check', place.folder], { MODE: 'live' })).toMatchObject({ code: 1 })
  })

  it('finds a text that changed without a new day, once it is stamped', async () => {
    await using place = await contentFolder()
    expect((await runCheck('stamp', place.folder)).out).toBe(`${place.folder}: 2 pages are stamped\n`)
    expect((await runCheck('check', place.folder)).code).toBe(0)
    await place.replace('faq/en.md', 'It is in dollars.', 'It is in euros.')
    expect(await faultsOf(place.folder)).toEqual([
      expect.stringMatching(
        /^faq\/en\.md:4: the text has changed, and "updated" still says 2026-11-21: set it to today, then npm run/,
      ),
    ])
    await place.replace('faq/en.md', 'updated: 2026-11-21', 'updated: 2026-11-22')
    for (const language of LANGUAGES) {
      if (language === 'en') continue
      await place.replace(`faq/${language}.md`, 'translates: 2026-11-21', 'translates: 2026-11-22')
    }
    expect(await faultsOf(place.folder)).toEqual([
      'faq/en.md:4: the text of 2026-11-22 is not stamped: npm run content -- stamp',
    ])
    await runCheck('stamp', place.folder)
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })

  it('refuses a day that has not come', async () => {
    await using place = await contentFolder()
    for (const language of LANGUAGES) {
      const day = language === 'en' ? 'updated' : 'translates'
      await place.replace(`faq/${language}.md`, `${day}: 2026-11-21`, `${day}: 2999-01-01`)
    }
    expect(await faultsOf(place.folder)).toEqual([
      'faq/en.md:4: 2999-01-01 is in the future: write the day of the change',
    ])
  })

  it('explains itself when it is called without a command', async () => {
    const { code, err } = await runCheck()
    expect(code).toBe(2)
    expect(err).toContain('Usage: npm run content')
  })
})

describe('a language', () => {
  it('must be one of the site', async () => {
    await using place = await contentFolder()
    await place.write('faq/xx.md', '')
    expect(await faultsOf(place.folder)).toEqual([
      `faq/xx.md:1: is named after no language of the site: ${LANGUAGES.join(', ')}`,
    ])
  })

  it('must have every heading of the English text, and no other', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', '### How old do I have to be? {#age}', '### How old do I have to be? {#years}')
    expect(await faultsOf(place.folder)).toEqual([
      'faq/ru.md:11: heading ### {#age} is missing; faq/en.md:15 has it',
      'faq/ru.md:15: heading ### {#years} is not in faq/en.md',
    ])
  })

  it('must have the headings in the order and at the levels of the English text', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', '### How old', '## How old')
    await place.replace('faq/uk.md', '{#sign-in}', '{#x}')
    await place.replace('faq/uk.md', '{#age}', '{#sign-in}')
    await place.replace('faq/uk.md', '{#x}', '{#age}')
    expect(await faultsOf(place.folder)).toEqual([
      'faq/ru.md:15: heading ## {#age} stands where faq/en.md:15 has ### {#age}',
      'faq/uk.md:11: heading ### {#age} stands where faq/en.md:11 has ### {#sign-in}',
    ])
  })

  it('is outdated when the English text has changed since', async () => {
    await using place = await contentFolder()
    await place.replace('faq/en.md', 'updated: 2026-11-21', 'updated: 2026-11-22')
    for (const language of LANGUAGES) {
      if (language === 'en' || language === 'ru') continue
      await place.replace(`faq/${language}.md`, 'translates: 2026-11-21', 'translates: 2026-11-22')
    }
    expect(await faultsOf(place.folder)).toEqual([
      'faq/ru.md:4: translation is outdated: it translates 2026-11-21, faq/en.md:4 was updated 2026-11-22',
    ])
  })

  it.each([
    ['en', 'Every', 'Every seed and', 'seed'],
    ['uk', 'At least 18.', 'Щонайменше 18. Змініть сід.', 'сід'],
  ])('leaves seeds to the page about fairness: %s', async (language, from, to, word) => {
    await using place = await contentFolder()
    await place.replace(`faq/${language}.md`, from, to)
    expect(await faultsOf(place.folder)).toEqual([expect.stringContaining(`says "${word}"`)])
  })

  it.each([
    ['5 000 $', '0 $'],
    ['$5,000', '$5,000'],
  ])('writes money as the site shows it, not as %s', async (written, amount) => {
    await using place = await contentFolder()
    await place.replace('faq/en.md', 'At least 18.', 'At least 18, from $5,000.00.')
    await place.replace('faq/uk.md', 'At least 18.', `Щонайменше 18, від ${written}.`)
    expect(await faultsOf(place.folder)).toContainEqual(
      expect.stringContaining(`says "${amount}"; write money as the site shows it: $5,000.00`),
    )
  })

  it('cannot translate what has not been written yet', async () => {
    await using place = await contentFolder()
    await place.replace('faq/uk.md', 'translates: 2026-11-21', 'translates: 2026-11-22')
    expect(await faultsOf(place.folder)).toEqual([
      'faq/uk.md:4: it translates 2026-11-22, but faq/en.md:4 was last updated 2026-11-21',
    ])
  })
})

describe('front matter', () => {
  it.each([
    ['title: Questions\n', '', '1: front matter lacks "title"'],
    [
      'title: Questions',
      'title Questions',
      '2: front matter is no YAML: each line is a name, a colon, a space and a value, as title: Questions',
    ],
    [
      'title: Questions',
      'title: Questions: all',
      '2: front matter is no YAML: a value with a colon and a space in it needs double quotes, as title: "Cases: how they work"',
    ],
    ['title: Questions', 'title: Q', '2: "title" has 1 characters; 3 to 60 are asked for'],
    [
      'description: Enough',
      'description: Short\ndescription: Enough',
      '4: front matter is no YAML: the name is there twice',
    ],
    ['title: Questions', 'title: Questions\nauthor: Me', '3: "author" is none of title, description, translates'],
    ['2026-11-21', '21.11.2026', '4: "translates" has to be a day such as 2026-11-21, not "21.11.2026"'],
    ['2026-11-21', '2026-02-30', '4: "translates" has to be a day such as 2026-11-21, not "2026-02-30"'],
    ['translates:', 'updated:', '4: "updated" is none of title, description, translates'],
    ['---\n\nEvery', '\nEvery', '1: front matter has no end: a second line of --- is missing'],
    ['---\ntitle', 'title', '1: front matter is missing: the first line has to be ---'],
  ])('with %j as %j is broken', async (from, to, fault) => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', from, to)
    expect(await faultsOf(place.folder)).toContain(`faq/ru.md:${fault}`)
  })

  it('may quote its values', async () => {
    await using place = await contentFolder()
    await place.replace('faq/en.md', 'title: Questions', 'title: "Questions: all"')
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })
})

describe('a heading', () => {
  it.each([
    ['## Money {#money}', '## Money', '19: heading "Money" has no id: end the line with {#short-name}'],
    ['{#money}', '{#Деньги}', '19: id "Деньги" may have small letters a-z, digits and single hyphens only'],
    ['{#money}', '{#age}', '19: id "age" is taken by line 15'],
    ['## Money', '# Money', '19: only ## and ### are headings here; the title is in the front matter'],
    ['## Start {#start}\n', '', '10: a ### heading needs a ## heading above it'],
    ['At least 18.', '', '15: nothing stands below the heading "How old do I have to be?"'],
    [
      'At least 18.',
      'At least 18.\n---',
      '18: a line of dashes makes the line above a heading; write ## before a heading instead',
    ],
  ])('with %j as %j is broken', async (from, to, fault) => {
    await using place = await contentFolder()
    await place.replace('faq/en.md', from, to)
    expect(await faultsOf(place.folder)).toContain(`faq/en.md:${fault}`)
  })

  it('in a block of code is none', async () => {
    await using place = await contentFolder()
    for (const language of LANGUAGES) {
      await place.replace(`faq/${language}.md`, 'At least 18.', '```\n# At least 18\n<b>[x](nowhere)\n```')
    }
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })
})

describe('a link', () => {
  it.each([
    ['/no_such_page', 'link "/no_such_page" is dead: the site has no page /no_such_page'],
    ['/rules#coins', 'link "/rules#coins" is dead: /rules has no heading {#coins}'],
    ['#coins', 'link "#coins" is dead: /faq has no heading {#coins}'],
    ['/fairness#formula', 'link "/fairness#formula": only static pages have anchors to link to'],
    ['/en/rules', 'link "/en/rules" names a language: leave it out, and readers stay in theirs'],
    ['rules', 'link "rules": write "/page" for a page of this site, "https://…" for another one, or "mailto:…"'],
    [
      'javascript:alert',
      'link "javascript:alert": write "/page" for a page of this site, "https://…" for another one, or "mailto:…"',
    ],
    ['mailto:nobody', '"mailto:nobody" is no mail address'],
    ['https://', '"https://" is no address'],
    ['', 'a link leads nowhere'],
  ])('to %j is broken', async (href, fault) => {
    await using place = await contentFolder()
    await place.replace('faq/uk.md', '/rules#cards', href)
    expect(await faultsOf(place.folder)).toEqual([`faq/uk.md:13: ${fault}`])
  })

  it.each(['/', '/case/orion', '/user/1000', '/fairness', '/rules', '/faq#age', '/upgrade'])(
    'to %j is sound',
    async (href) => {
      await using place = await contentFolder()
      await place.replace('faq/uk.md', '/rules#cards', href)
      expect(await runCheck('check', place.folder)).toMatchObject({ code: 0, err: '' })
    },
  )

  it('that stands apart from its words is read too', async () => {
    await using place = await contentFolder()
    await place.replace('faq/uk.md', 'At least 18.', 'At least [18].\n\n[18]: /no_such_page')
    expect(await faultsOf(place.folder)).toEqual([
      'faq/uk.md:19: link "/no_such_page" is dead: the site has no page /no_such_page',
    ])
  })
})

describe('a page', () => {
  it('has an address of its own', async () => {
    await using place = await contentFolder()
    for (const language of LANGUAGES) {
      await place.write(`upgrade/${language}.md`, await readFile(join(place.folder, `rules/${language}.md`), 'utf8'))
    }
    expect(await faultsOf(place.folder)).toEqual(['upgrade:1: is the address of another page: /upgrade'])
  })

  it('is named as an address', async () => {
    await using place = await contentFolder()
    await place.write('Our Shipping/en.md', '')
    expect(await faultsOf(place.folder)).toContain(
      'Our Shipping:1: cannot be an address: small letters a-z, digits and hyphens, three letters or more',
    )
  })
})

describe('a text', () => {
  it('names only details that the operator has given', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', 'At least 18.', 'At least 18: {{age}}.')
    expect(await faultsOf(place.folder)).toEqual([
      `faq/ru.md:17: {{age}} is neither in operator.json nor a number of the rules. Known: ${Object.keys(readPages(readFiles({ content: place.folder })).details.ru).join(', ')}`,
    ])
  })

  it('has the numbers of the English text', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', 'At least 18.', 'At least 1,8.')
    expect(await faultsOf(place.folder)).toEqual([
      'faq/ru.md:15: the numbers below {#age} differ: faq/en.md:15 has 18, this text has 1.8',
    ])
  })

  it('closes what it makes bold', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', 'At least 18.', 'At **least 18.')
    expect(await faultsOf(place.folder)).toEqual(['faq/ru.md:17: ** has no pair: bold words are **between two**'])
    await place.replace('faq/ru.md', 'At **least 18.', 'At **least** 18.')
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })

  it('ends the links that it begins', async () => {
    await using place = await contentFolder()
    for (const open of ['At [least 18](/rules.', 'At [least 18](/rules#cards and more.', 'At [least 18] (/rules).']) {
      await place.replace('faq/ru.md', 'At least 18.', open)
      expect(await faultsOf(place.folder)).toEqual([
        'faq/ru.md:17: a link is not whole: [words](/page), with both brackets and no space between them',
      ])
      await place.replace('faq/ru.md', open, 'At least 18.')
    }
    await place.replace('faq/ru.md', 'At least 18.', 'At least 18 [in words] (or so).')
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })

  it('ends the blocks of code that it begins: an open block is one fault, however many headings it contains', async () => {
    await using place = await contentFolder()
    for (const language of LANGUAGES) {
      for (const fence of ['```', '~~~~', '  ```js']) {
        await place.replace(`faq/${language}.md`, 'Through Steam', `${fence}\nThrough Steam`)
        expect(await faultsOf(place.folder)).toEqual([
          `faq/${language}.md:13: a block of code begins here and has no end: write ${fence.replaceAll(/[^`~]/g, '')} in a line of its own below it, or remove this line`,
        ])
        await place.replace(`faq/${language}.md`, `${fence}\nThrough Steam`, 'Through Steam')
      }
      await place.replace(`faq/${language}.md`, 'It is in dollars.', '```\nIt is in dollars.\n```')
    }
    expect((await runCheck('check', place.folder)).code).toBe(0)
  })

  it('holds no HTML', async () => {
    await using place = await contentFolder()
    await place.replace('faq/ru.md', 'At least 18.', 'At least <b>18</b>, if a < b.')
    expect(await faultsOf(place.folder)).toEqual(['faq/ru.md:17: HTML is not for these texts: <b>'])
    await place.replace('faq/ru.md', 'At least <b>18</b>, if a < b.', 'At least 18.</main>')
    expect(await faultsOf(place.folder)).toEqual(['faq/ru.md:17: HTML is not for these texts: </main>'])
  })
})

describe("the operator's details", () => {
  it('are in every language', async () => {
    await using place = await contentFolder()
    await place.replace('operator.json', ', "uk": "a"', '')
    expect(await faultsOf(place.folder)).toEqual(['operator.json:3: "law" has no words for "uk"'])
  })

  it('are there, and are JSON', async () => {
    await using place = await contentFolder()
    await place.replace('operator.json', '}\n}', '}')
    expect(await faultsOf(place.folder)).toEqual([expect.stringMatching(/^operator\.json:1: is no JSON: /)])
    await place.remove('operator.json')
    expect(await faultsOf(place.folder)).toEqual(['operator.json:1: is missing'])
  })
})
