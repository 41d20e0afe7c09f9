// Creates a folder of small static pages for a test to break: two pages in every language, and the operator's details.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '../../../src/game/base/language.ts'

const DESCRIPTION = 'Enough words for a description that search engines can show.'

function faq(day: string): string {
  return `---
title: Questions
description: ${DESCRIPTION}
${day}: 2026-11-21
---

Every answer is [here](#start).

## Start {#start}

### How do I sign in? {#sign-in}

Through Steam, see the [terms](/rules#cards) and [the cases](/). Or ask [{{support}}](mailto:{{support}}).

### How old do I have to be? {#age}

At least 18.

## Money {#money}

It is in dollars.
`
}

function rules(day: string): string {
  return `---
title: Rules
description: ${DESCRIPTION}
${day}: 2026-11-21
---

## Cards {#cards}

Your own, see [Steam](https://store.steampowered.com).
`
}

export interface ContentFolder extends AsyncDisposable {
  readonly folder: string
  /** Replaces a text in a file; fails when the text is missing, so that a test cannot change nothing. */
  replace(file: string, from: string, to: string): Promise<void>
  write(file: string, text: string): Promise<void>
  remove(file: string): Promise<void>
}

/** Creates the folder; it is removed when its `await using` ends. */
export async function contentFolder(): Promise<ContentFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'spacedrop-content-'))
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  for (const language of LANGUAGES) {
    const day = language === 'en' ? 'updated' : 'translates'
    await write(`faq/${language}.md`, faq(day))
    await write(`rules/${language}.md`, rules(day))
  }
  await write(
    'operator.json',
    `{\n  "support": "help@shop.com",\n  "law": { ${LANGUAGES.map((language) => `"${language}": "a"`).join(', ')} }\n}\n`,
  )
  return {
    folder,
    write,
    replace: async (file, from, to) => {
      const text = await readFile(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`)
      await writeFile(join(folder, file), text.replace(from, to))
    },
    remove: (file) => rm(join(folder, file)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
