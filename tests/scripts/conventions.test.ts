// The conventions check on small trees: what it accepts and what it reports.
import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkConventions } from '../../scripts/conventions/check.ts'
import { SERVER_FOLDERS, SERVICE_FOLDERS } from '../../scripts/conventions/layers.ts'
import { LANGUAGES } from '../../src/game/language.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'conventions-'))
})

afterEach(() => rm(root, { recursive: true }))

type Tree = Readonly<Record<string, string | object>>

async function faultsOf(tree: Tree): Promise<string[]> {
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return (await checkConventions(root)).map(({ file, fault }) => `${file}: ${fault}`)
}

const locale = (language: string, texts: object, namespace = 'home'): Tree => ({
  [`src/i18n/locales/${language}/${namespace}.json`]: texts,
})

const everywhere = (texts: object, namespace = 'home'): Tree => ({
  ...Object.assign({}, ...LANGUAGES.map((language) => locale(language, texts, namespace))),
})

const asks = (code: string): Tree => ({ 'src/islands/home.tsx': `useTranslation('home'); ${code}` })

describe('texts', () => {
  it('pass when they are complete', async () => {
    expect(
      await faultsOf({
        ...everywhere({ title: 'Hi {{name}}', drops_one: '{{count}} drop', drops_other: '{{count}} drops' }),
        ...locale('ru', {
          title: 'Привет, {{ name }}',
          drops_one: '{{count}} дроп',
          drops_few: '{{count}} дропа',
          drops_many: '{{count}} дропов',
          drops_other: '{{count}} дропа',
        }),
        ...locale('uk', {
          title: 'Привіт, {{name}}',
          drops_one: 'один дроп',
          drops_few: '{{count}} дропи',
          drops_many: '{{count}} дропів',
          drops_other: '{{count}} дропа',
        }),
        ...asks("t('title'); t('drops', { count: 2 })"),
      }),
    ).toEqual([])
  })

  it('fail for a key that a language lacks, at any depth', async () => {
    const tree = { ...everywhere({ list: { title: 'a' } }), ...locale('uk', { list: {} }), ...asks("t('list.title')") }
    expect(await faultsOf(tree)).toEqual(['src/i18n/locales/uk/home.json: "list.title" is missing'])
  })

  it('fail for a key that English lacks', async () => {
    const tree = { ...locale('en', {}), ...locale('ru', { a: 'а' }), ...locale('uk', { a: 'а' }), ...asks("t('a')") }
    expect(await faultsOf(tree)).toContain('src/i18n/locales/en/home.json: "a" is missing')
  })

  it('fail for a namespace that a language lacks, and for a file that is not JSON', async () => {
    const tree = { ...locale('en', {}), 'src/i18n/locales/ru/home.json': '{' }
    const faults = await faultsOf(tree)
    expect(faults).toContain('src/i18n/locales/uk/home.json: is missing')
    expect(faults.some((fault) => fault.startsWith('src/i18n/locales/ru/home.json: is no JSON'))).toBe(true)
  })

  it('fail for plural forms of another language', async () => {
    const faults = await faultsOf({ ...everywhere({ n_one: 'x', n_few: 'x', n_other: 'x' }), ...asks("t('n')") })
    expect(faults).toEqual([
      'src/i18n/locales/en/home.json: "n_few" is no plural form of this language',
      'src/i18n/locales/ru/home.json: "n_many" is missing',
      'src/i18n/locales/uk/home.json: "n_many" is missing',
    ])
  })

  it('accept a key that only ends like a plural', async () => {
    expect(await faultsOf({ ...everywhere({ step_one: 'x' }), ...asks("t('step_one')") })).toEqual([])
  })

  it('fail for placeholders that differ, and for empty ones', async () => {
    const tree = { ...everywhere({ a: '{{sum}}' }), ...locale('ru', { a: '{{summ}}' }), ...locale('uk', { a: ' ' }) }
    expect(await faultsOf({ ...tree, ...asks("t('a')") })).toEqual([
      'src/i18n/locales/ru/home.json: "a" has the placeholders (summ), English has (sum)',
      'src/i18n/locales/uk/home.json: "a" has the placeholders (), English has (sum)',
      'src/i18n/locales/uk/home.json: "a" is empty',
    ])
  })

  it.each([
    ['en', 'Check the roll', 'says "roll"; the word is: result'],
    ['en', 'Top up', 'says "top up"; the word is: deposit'],
    ['en', "It's yours", 'has a straight quotation mark or apostrophe: "It\'s yours"'],
    ['ru', 'Живые дропы', 'says "живые дроп"; the word is: лайв-дропы'],
    ['ru', 'Ваша ссылка на обмен', 'says "ссылка на обмен"; the word is: трейд-ссылка'],
    ['uk', 'Перевірте кидок', 'says "кидок"; the word is: результат, на /fairness ролл'],
    ['uk', 'Cпадщина', 'has Latin and Cyrillic letters in one word: "Cпадщина"'],
  ])('fail for wording: %s, %s', async (language, text, fault) => {
    const texts = { ...everywhere({ a: '—' }), ...locale(language, { a: text }), ...asks("t('a')") }
    expect(await faultsOf(texts)).toEqual([`src/i18n/locales/${language}/home.json: "a" ${fault}`])
  })

  it('may speak of rolls on the page that explains them, and name brands', async () => {
    const texts = {
      ...everywhere({ a: 'AWP-магазин' }, 'fairness'),
      ...locale('en', { a: 'Check a roll' }, 'fairness'),
    }
    expect(await faultsOf({ ...texts, 'src/islands/fairness.tsx': "useTranslation('fairness'); t('a')" })).toEqual([])
  })

  it('are shown by a file that names their namespace, or names it with the key; the common ones by any', async () => {
    const texts = { ...everywhere({ a: 'x' }), ...everywhere({ c: 'x' }, 'common') }
    const other = 'src/server/other.ts'
    expect(await faultsOf({ ...texts, [other]: "t('a'); t('c')" })).toHaveLength(1)
    expect(await faultsOf({ ...texts, [other]: "t('home:a'); t('c')" })).toEqual([])
    expect(await faultsOf({ ...texts, [other]: "textFor(language, 'home')('a'); t('c')" })).toEqual([])
  })

  it('of a file with several words are used by its name in camel case', async () => {
    const texts = everywhere({ a: 'x' }, 'free-case')
    expect(await faultsOf({ ...texts, 'src/server/other.ts': "textFor(language, 'freeCase')('a')" })).toEqual([])
    expect(await faultsOf({ ...texts, 'src/server/other.ts': "textFor(language, 'free-case')('a')" })).toHaveLength(1)
  })
})

describe('sources', () => {
  // Built from parts, so that this file does not break the convention that it tests.
  const note = ['TO', 'DO'].join('')
  const call = (word: string): string => ['it', word].join('.')

  it('fail for notes of unfinished work, with their line', async () => {
    const tree = { 'src/a.ts': `\n// ${note}: later`, 'tests/b.test.ts': `// ${note}`, 'src/c.astro': 'mastodon' }
    expect(await faultsOf(tree)).toEqual([
      `src/a.ts:2: "${note}": do it now or write an issue`,
      `tests/b.test.ts:1: "${note}": do it now or write an issue`,
    ])
  })

  it('fail for skipped tests, but not for those that depend on the machine', async () => {
    const tree = {
      'tests/a.test.ts': `${call('only')}('x')`,
      'tests/b.test.ts': `${call('skip')}.each([])('x')`,
      'tests/c.test.ts': `${call('skipIf')}(process.env.X === undefined)('x')`,
    }
    expect(await faultsOf(tree)).toEqual([
      `tests/a.test.ts:1: "${call('only')}" skips tests`,
      `tests/b.test.ts:1: "${call('skip')}" skips tests`,
    ])
  })

  it('fail for an import in code of browsers that nothing limits, and for what only secure pages have', async () => {
    const tree = {
      'src/islands/a.tsx': "const { A } = await import('./A.tsx')\nconst B = lazy(() => import('./B.tsx'))",
      'src/stores/b.ts': 'void import(name)\nconst key = crypto.randomUUID()',
      'src/islands/good.tsx': `
        const C = latePart(() => import('./C.tsx'), 'C')
        const d = await loadPart(() => import('./d.ts'))
        const server = import.meta.env.SSR ? (await import('../i18n/text.ts')).i18nFor : null`,
      'src/stores/kernel/random-id.ts': 'if (crypto.randomUUID) return crypto.randomUUID()',
      'src/server/c.ts': "await import('stripe'); crypto.randomUUID()",
    }
    const bare = '"import(" without loadPart or latePart (stores/kernel/load-part.ts) may wait for ever'
    expect(await faultsOf(tree)).toEqual([
      `src/islands/a.tsx:1: ${bare}`,
      `src/islands/a.tsx:2: ${bare}`,
      `src/stores/b.ts:1: ${bare}`,
      'src/stores/b.ts:2: "crypto.randomUUID" is on secure pages only: use randomId (stores/kernel/random-id.ts)',
    ])
  })

  it('fail for a mixed colour in a repeating gradient', async () => {
    const tree = {
      'src/islands/a.css':
        '.a {\n  background: repeating-conic-gradient(\n    red,\n    color-mix(in srgb, red, blue)\n  );\n}',
      'src/islands/b.css':
        '.b {\n  background: repeating-conic-gradient(red, blue), linear-gradient(color-mix(in srgb, red, blue), red);\n}',
    }
    expect(await faultsOf(tree)).toEqual([
      'src/islands/a.css: a repeating gradient with color-mix(): Firefox draws lines in its place',
    ])
  })

  it('fail for a rule that asks the root what the page contains', async () => {
    const tree = {
      'src/islands/a.css': 'html:has(dialog[open]) {\n  overflow: hidden;\n}\n.b:has(.c) {\n  color: red;\n}',
      'src/islands/b.module.css': ':global(body):has(.bar) .card {\n  inset: 0;\n}',
      'src/layouts/c.css': 'html:is([data-x], :has(> body > #menu:popover-open)) {\n  overflow: hidden;\n}',
    }
    const fault = '":has()" of the root restyles the page with every change: use usePageMark'
    expect(await faultsOf(tree)).toEqual([`src/islands/a.css:1: ${fault}`, `src/islands/b.module.css:1: ${fault}`])
  })

  it('fail for a forbidden import of an Astro file, in its front matter and in its scripts', async () => {
    const front = "---\nimport { sell } from '../server/services/sell.ts'\nimport X from './X.astro'\n---\n"
    const script =
      "<script>\n  import '../stores/user.ts'\n  void import('node:fs')\n  import { y } from '../islands/y.ts'\n</script>"
    expect(await faultsOf({ 'src/components/a.astro': front + script })).toEqual([
      'src/components/a.astro: components may not import server: ../server/services/sell.ts',
      'src/components/a.astro: components may not import stores: ../stores/user.ts',
      'src/components/a.astro: imports node:fs',
    ])
  })
})

describe('import rules of dependency-cruiser', () => {
  const project = join(import.meta.dirname, '../..')

  /** Returns the rules that each file breaks, as `file: rule`, in order. */
  async function broken(tree: Tree): Promise<string[]> {
    await faultsOf({ ...tree, 'package.json': { type: 'module' } })
    for (const path of ['.dependency-cruiser.mjs', 'scripts/conventions', 'tsconfig.json']) {
      await cp(join(project, path), join(root, path), { recursive: true })
    }
    await symlink(join(project, 'node_modules'), join(root, 'node_modules'))
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(project, 'node_modules/.bin/depcruise'),
        'src',
        '--config',
        '.dependency-cruiser.mjs',
        '--output-type',
        'json',
      ],
      { cwd: root, encoding: 'utf8' },
    )
    const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } }
    return [...new Set(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`))].sort()
  }

  it('apply to TypeScript, with types and dynamic imports', async () => {
    const faults = await broken({
      'src/protocol/live.ts':
        "import { z } from 'zod'\nexport const schema = z.int()\nexport interface Live { a: 1 }\n",
      'src/game/money.ts': 'export const cents = 1\n',
      'src/server/sell.ts': 'export const sell = 1\nexport interface Sale { a: 1 }\n',
      'src/stores/user.ts': 'export const user = 1\n',
      // Allowed imports.
      'src/stores/types.ts': "import type { Live } from '../protocol/live.ts'\nexport type A = Live\n",
      'src/stores/game.ts': "import { cents } from '../game/money.ts'\nexport const a = cents\n",
      'src/islands/user.tsx': "import { user } from '../stores/user.ts'\nexport const a = user\n",
      // Forbidden imports.
      'src/stores/value.ts': "import { schema } from '../protocol/live.ts'\nexport const a = schema\n",
      'src/islands/zod.tsx': "import { z } from 'zod'\nexport const a = z\n",
      'src/islands/type.tsx': "import type { Sale } from '../server/sell.ts'\nexport type A = Sale\n",
      'src/islands/late.tsx': "export const a = (): unknown => import('../server/sell.ts')\n",
      'src/pages/server.ts': "import { sell } from '../server/sell.ts'\nexport const a = sell\n",
      'src/server/store.ts': "import { user } from '../stores/user.ts'\nexport const a = user\n",
      'src/game/node.ts': "import { createHash } from 'node:crypto'\nexport const a = createHash\n",
      'src/game/contract.ts': "import { schema } from '../protocol/live.ts'\nexport const a = schema\n",
      'src/game/zod.ts': "import { z } from 'zod'\nexport const a = z\n",
      'src/server/one.ts': "import './two.ts'\nexport const a = 1\n",
      'src/server/two.ts': "import './one.ts'\nexport const b = 1\n",
      'src/server/nowhere.ts': "import { a } from './no-such.ts'\nexport const b = a\n",
    })
    expect(faults).toEqual([
      'src/game/contract.ts: game-imports',
      'src/game/node.ts: game-alone',
      'src/game/node.ts: no-node',
      'src/game/zod.ts: game-alone',
      'src/islands/late.tsx: islands-imports',
      'src/islands/type.tsx: islands-imports',
      'src/islands/zod.tsx: no-zod-in-browsers',
      'src/pages/server.ts: pages-imports',
      'src/server/nowhere.ts: not-to-unresolvable',
      'src/server/one.ts: no-circular',
      'src/server/store.ts: server-imports',
      'src/stores/value.ts: types-of-protocol',
    ])
  })

  it('report folders of the server that import upwards, types included', async () => {
    const faults = await broken({
      'src/server/services/kernel/pay.ts': 'export const pay = 1\n',
      'src/server/services/services.ts': "import { order } from './payments/orders.ts'\nexport const a = order\n",
      'src/server/base/events.ts': 'export interface Told { a: 1 }\n',
      'src/server/jobs/polling.ts': "import { order } from '../services/payments/orders.ts'\nexport const a = order\n",
      // These may.
      'src/server/services/payments/orders.ts':
        "import { pay } from '../kernel/pay.ts'\nimport type { Told } from '../../base/events.ts'\nexport const order: Told = { a: 1 }\nexport const b = pay\n",
      // These may not.
      'src/server/services/kernel/play.ts':
        "import type { order } from '../payments/orders.ts'\nexport type A = typeof order\n",
      'src/server/services/referral/share.ts':
        "import { order } from '../payments/orders.ts'\nexport const a = order\n",
      'src/server/services/raffle/draw.ts': "import { a } from '../services.ts'\nexport const b = a\n",
      'src/server/services/games/run.ts': "import { a } from '../../jobs/polling.ts'\nexport const b = a\n",
      'src/server/base/log.ts': "import type { a } from '../services/services.ts'\nexport type A = typeof a\n",
    })
    expect(faults).toEqual([
      'src/server/base/log.ts: server-base-imports',
      'src/server/services/games/run.ts: server-services-imports',
      'src/server/services/kernel/play.ts: services-kernel-imports',
      'src/server/services/raffle/draw.ts: services-raffle-imports',
      'src/server/services/referral/share.ts: services-referral-imports',
    ])
  })

  it.each([
    ['src/server', SERVER_FOLDERS],
    ['src/server/services', SERVICE_FOLDERS],
  ])('name every folder of %s', async (folder, named) => {
    const entries = await readdir(join(import.meta.dirname, '../..', folder), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.sort()).toEqual([...named].sort())
  })

  it('report a cycle of folders of stores and a kernel that imports one, and allow one direction', async () => {
    const faults = await broken({
      // These may.
      'src/stores/kernel/user.ts': 'export const user = 1\n',
      'src/stores/account/account.ts': "import { user } from '../kernel/user.ts'\nexport const account = user\n",
      'src/stores/payments/orders.ts': "import { account } from '../account/account.ts'\nexport const a = account\n",
      // These may not: their files form no cycle, their folders do.
      'src/stores/games/case.ts': "import { sale } from '../inventory/sale.ts'\nexport const a = sale\n",
      'src/stores/games/state.ts': 'export interface State { a: 1 }\n',
      'src/stores/inventory/sale.ts': 'export const sale = 1\n',
      'src/stores/inventory/item.ts': "import type { State } from '../games/state.ts'\nexport type A = State\n",
      'src/stores/kernel/bonus.ts': "import { bonus } from '../rewards/bonus.ts'\nexport const a = bonus\n",
      'src/stores/rewards/bonus.ts': 'export const bonus = 1\n',
    })
    expect(faults).toEqual([
      'src/stores/games: stores-no-folder-cycle',
      'src/stores/inventory: stores-no-folder-cycle',
      'src/stores/kernel/bonus.ts: stores-kernel-alone',
    ])
  })
})
