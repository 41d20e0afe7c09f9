// The conventions check on small trees: what it accepts and what it reports.
import { describe, expect, it } from 'vitest'
import { checkConventions } from '../../../scripts/conventions/check.ts'
import { LANGUAGES } from '../../../src/game/base/language.ts'
import { type Tree, treeForTests } from '../../support/runner/source-tree.ts'

const tree = treeForTests()

async function faultsOf(written: Tree): Promise<string[]> {
  await tree.write(written)
  return (await checkConventions(tree.root())).map(({ file, fault }) => `${file}: ${fault}`)
}

const locale = (language: string, texts: object, namespace = 'home'): Tree => ({
  [`src/i18n/locales/${language}/${namespace}.json`]: texts,
})

const everywhere = (texts: object, namespace = 'home'): Tree => ({
  ...Object.assign({}, ...LANGUAGES.map((language) => locale(language, texts, namespace))),
})

const asks = (code: string): Tree => ({ 'src/islands/home.tsx': `useTranslation('home'); ${code}` })

describe('texts of the office', () => {
  const texts = everywhere({ title: 'A' }, 'office-staff')

  it('are for the office alone', async () => {
    const room = { 'src/office/rooms/staff/Room.tsx': "useTranslation(['officeStaff', 'office']); t('title')" }
    expect(await faultsOf({ ...texts, ...room })).toEqual([])
    for (const code of ["useTranslation('officeStaff')", "textFor('en', 'office')", "t('officeStaff:title')"]) {
      const faults = await faultsOf({ ...texts, ...room, 'src/islands/home.tsx': code })
      expect(faults).toEqual([expect.stringMatching(/^src\/islands\/home\.tsx:1: .*only the office loads its texts$/)])
    }
  })

  it('share their word with a cookie and a folder', async () => {
    const server = { 'src/server/office.ts': "const COOKIE = 'office'; join(dist, 'office')" }
    expect(await faultsOf(server)).toEqual([])
  })
})

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
    ['uk', 'Перевірте кидок', 'says "кидок"; the word is: результат, на /fairness рол'],
    ['uk', 'Номер ролла', 'says "ролл"; the word is: результат, на /fairness рол'],
    ['en', 'Take a break', 'says "take a break"; the word is: time-out'],
    ['en', 'The margin pays', 'says "margin"; the word is: house edge'],
    ['ru', 'У вас перерыв', 'says "перерыв"; the word is: пауза'],
    ['ru', 'Открыть выводы', 'says "выводы"; the word is: вывод, заявка на вывод'],
    ['ru', 'Ждёт маржи', 'says "марж"; the word is: преимущество сайта'],
    ['uk', 'Ліміти та перерви', 'says "перерви"; the word is: пауза'],
    ['uk', 'Підсумок визначить раунд', 'says "підсумок визначи"; the word is: результат'],
    ['uk', 'Сам випадок', 'says "випадок"; the word is: випадковість'],
    ['uk', 'Безкоштовні оберти', 'says "оберти"; the word is: обертання'],
    ['uk', 'На діючому сайті', 'says "діючому сайт"; the word is: робочий сайт'],
    ['uk', 'Кошти не списано', 'says "кошти не списано"; the word is: гроші'],
    ['uk', 'Решту платить майданчик', 'says "майданчик"; the word is: сайт'],
    ['uk', 'Творець батлу', 'says "творець"; the word is: автор'],
    ['uk', 'Безплатно', 'says "безплатн"; the word is: безкоштовно'],
    ['en', 'Back to the shop', 'says "shop"; the word is: site, house edge'],
    ['en', 'Open a demo', 'says "demo"; the word is: try for free, free opening'],
    ['ru', 'Доля площадки', 'says "площадк"; the word is: сайт'],
    ['ru', 'Доход магазина', 'says "магазин"; the word is: сайт'],
    ['ru', 'Создатель батла', 'says "создател"; the word is: автор'],
    ['ru', 'Демо', 'says "демо"; the word is: попробовать бесплатно, пробное открытие'],
    ['ru', 'Войти в батл', 'says "войти в батл"; the word is: занять место, вступить'],
    ['uk', 'Дохід магазину', 'says "магазин"; the word is: сайт'],
    ['uk', 'Сид сервера', 'says "сид"; the word is: сід'],
    ['uk', 'У демо', 'says "демо"; the word is: спробувати безкоштовно, пробне відкриття'],
    ['uk', 'Увійти безкоштовно', 'says "увійти безкоштовно"; the word is: зайняти місце, приєднатися'],
    ['uk', 'Cпадщина', 'has Latin and Cyrillic letters in one word: "Cпадщина"'],
  ])('fail for wording: %s, %s', async (language, text, fault) => {
    const texts = { ...everywhere({ a: '—' }), ...locale(language, { a: text }), ...asks("t('a')") }
    expect(await faultsOf(texts)).toEqual([`src/i18n/locales/${language}/home.json: "a" ${fault}`])
  })

  it('may speak of rolls on the page that explains them, and name brands', async () => {
    const texts = {
      ...everywhere({ a: 'AWP-набор' }, 'fairness'),
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

  it('fail for the name of the shop, but where it is set', async () => {
    const name = ['SPACE', 'DROP'].join('')
    const tree = { 'src/a.ts': `\n'${name}'`, 'data/b.json': `"${name}"`, 'data/brand.json': `"${name}"` }
    expect(await faultsOf(tree)).toEqual(
      ['src/a.ts:2', 'data/b.json:1'].map(
        (place) =>
          `${place}: writes the name of the shop: use brandName() or the brand of Astro.locals.texts, or {{brand}} in texts`,
      ),
    )
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

  /** An expression in a template, which this file does not evaluate. */
  const column = (name: string): string => `$\{${name}}`

  it('fail for texts of islands that come and go, or follow what does, without an element of their own', async () => {
    const line = (inside: string): string => `export const A = () => <p>${inside}</p>\n`
    const tree = {
      'src/islands/bad.tsx': [
        "<b>1</b>{x && t('a')}",
        "<b>1</b>{x ? t('a') : null}",
        '{x ? <i /> : formatMoney(1)} <b>1</b>',
        "{x ? <i /> : null}{t('a')}",
        '{x && <i />} words',
        `{list.map(show)}{\`${column('x')}\`}`,
        "<>{x && <i />}</>{t('a')}",
        "{a ?? (b ? 'c' : undefined)}<i />",
        "{x !== null && <i />}{y ? sizeWords(y) : 'none'}",
      ]
        .map(line)
        .join(''),
      'src/islands/fragment.tsx': "const A = () => <>{t('a')}</>\nconst B = () => <p><>{t('a')}</></p>\n",
      'src/islands/slot.tsx':
        'interface P { children?: ReactNode }\nconst A = ({ children }: P) => <p><b />{children}</p>',
      'src/islands/good.tsx': [
        "{x && t('a')}",
        "{x ? t('a') : <i />}",
        "{t('a')} {t('b')} words",
        "{x ? t('a') : t('b')} <i />",
        "{t('a')}{x && <i />}",
        "{x && <i />}{y ? <span>{t('a')}</span> : null}",
        "{x && <i />}{' '}{wrapTexts(t('a'))}",
        '{x && <i />}{unknown}',
      ]
        .map(line)
        .join(''),
      'src/components/page.tsx': line("<b>1</b>{x && t('a')}"),
    }
    const faults = await faultsOf(tree)
    expect(faults.map((fault) => fault.split(': ')[0])).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => `src/islands/bad.tsx:${place}`),
      'src/islands/fragment.tsx:1',
      'src/islands/slot.tsx:2',
    ])
    expect(faults[0]).toContain(`"{x && t('a')}" comes and goes, or follows what does: give it a <span>`)
  })

  it('fail for writes of balances and transfers outside of the folder of money', async () => {
    const money = {
      'src/server/services/money/pay.ts': 'tx.insert(transfers).values(row)',
      'src/server/services/raffle/funding.ts': 'tx.update(accounts).set({ raffled: x }).where(eq(accounts.balance, 1))',
      'src/server/services/missions/claim.ts': 'sql`update accounts set margin = 1 from given where locked = 2`',
      'src/server/services/withdrawal/items.ts': 'tx.update(items).set({ unlocked: x })',
      'src/server/services/inventory/sale.ts': `sql\`update accounts set ${column('creditAccount(a, b)')}, items = b.locked, worth = 1 where id = 1\``,
      'src/server/ledger/check.ts': 'sql`select balance = (select sum(amount) from transfers) from accounts`',
    }
    expect(await faultsOf(money)).toEqual([])
    const others = [
      'sql`with a as (select 1) INSERT INTO transfers (id) select 1`',
      `sql\`insert into ${column('transfers')} (id) values (1)\``,
      'sql`update transfers set amount = 1`',
      'tx.insert(accounts).values(row)',
      'tx.delete(transfers)',
      'sql`update accounts set spent = 1, locked = accounts.locked - 1 where id = 1`',
      'sql`update "accounts" a set "balance" = 1`',
      'sql`update accounts set (spent, balance) = (1, 2)`',
      `sql\`update ${column('accounts')} set unlocked = 1\``,
      'tx.update(accounts)\n.set({ spent: 1, balance })\n.where(mine)',
      'tx.update(accounts).set({ locked: sql`1` }).where(mine)',
      'tx.update(accounts).set({ ...changes }).where(mine)',
      'tx.update(accounts).set(changes).where(mine)',
    ]
    const tree = Object.fromEntries(
      others.map((text, place) => [`${place % 2 === 0 ? 'src/server/services/games' : 'scripts'}/${place}.ts`, text]),
    )
    const files = (await faultsOf(tree)).map((fault) => /(\d+)\.ts:1: writes balances or transfers/.exec(fault)?.[1])
    expect(files.sort()).toEqual(others.map((_, place) => String(place)).sort())
  })

  it('fail for a currency by hand, in code and in texts', async () => {
    const fault = (sign: string): string =>
      `"${sign}" is a currency by hand: use formatMoney, formatShortMoney or MoneySign`
    const tree = {
      ...locale('en', { a: '$1 = {{a}}', b: '$t(a)' }),
      ...locale('ru', { a: '{{a}} ₽', b: '$t(a)' }),
      ...locale('uk', { a: '{{a}}', b: '$t(a)' }),
      'src/islands/a.tsx': [
        "useTranslation('home'); t('a', { a: `$${a}` }); t('b')",
        '<Field prefix="$" />',
        '<span aria-hidden="true">$</span>',
        '<b>',
        `  $${'{dollars}'}`,
        '</b>',
        "const least = '$5'",
      ].join('\n'),
      'src/islands/good.tsx': `const b = () => $store.get() // from $5\n/** $5 */\n<b>{\`$${'{$store}'}\`}</b>\nx.replace(/^(.)(.)/, '$1-$2-')`,
      'src/server/sql.ts': "const text = 'select $1'",
      'src/i18n/charge.ts': "const SIGNS = { RUB: '₽' }",
    }
    expect((await faultsOf(tree)).filter((found) => found.includes('by hand'))).toEqual([
      `src/islands/a.tsx:1: ${fault('`$')}`,
      `src/islands/a.tsx:2: ${fault('"$')}`,
      `src/islands/a.tsx:3: ${fault('$')}`,
      `src/islands/a.tsx:5: ${fault('$')}`,
      `src/islands/a.tsx:7: ${fault("'$")}`,
      `src/i18n/locales/en/home.json:1: ${fault('$')}`,
      `src/i18n/locales/ru/home.json:1: ${fault('₽')}`,
    ])
  })

  it('fail for a query in a command of operators, and for a command in a service', async () => {
    const query = 'has a query: make it a function of src/server/services'
    const tree = {
      'scripts/ops/a.ts':
        "import { listOrders } from '../../../src/server/services/payments/order-lookup.ts'\nseen.delete(1)",
      'scripts/ops/b.ts': "import { eq } from 'drizzle-orm'",
      'scripts/ops/c/d.ts': 'const rows = await queries\n  .select()\n  .from(orders)',
      'scripts/ops/e.ts': "\nconst { rows } = await client.query('select id from orders')",
      'src/server/services/withdrawal/f.ts':
        "throw new Refused('unknown', 'Look it up: npm run ops -- withdrawals list')",
      'src/server/main.ts': "print('npm run ops -- --help')",
    }
    expect(await faultsOf(tree)).toEqual([
      `scripts/ops/b.ts:1: ${query}`,
      `scripts/ops/c/d.ts:1: ${query}`,
      `scripts/ops/e.ts:2: ${query}`,
      'src/server/services/withdrawal/f.ts:1: names a command: give the error a code, and the command its hint',
    ])
  })

  it('fail for a state that plans do not see', async () => {
    const tree = {
      'src/server/services/a.ts':
        "const rows = await db.select().from(orders).where(\n  and(eq(orders.state, 'open'), x),\n)",
      'src/server/services/b.ts': "hasState(orders.state, 'open')\neq(orders.id, id)",
      'tests/api/c.test.ts': "eq(orders.state, 'open')",
    }
    expect(await faultsOf(tree)).toEqual([
      'src/server/services/a.ts:2: "eq(orders.state" hides the state from plans: hasState (server/db/has-state.ts)',
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

  it('fail for a date in a form of its own', async () => {
    const tree = {
      'src/islands/a.ts': 'export const a = new Date(0).toLocaleDateString()',
      'src/pages/b.astro': "---\nconst b = new Intl.DateTimeFormat('en')\n---\n{b.format(0)}",
      'src/islands/ui/zone-words.ts': "export const zone = new Intl.DateTimeFormat('en').resolvedOptions()",
    }
    const fault = 'a date in a form of its own: use formatDate, formatDateTime or formatUtc'
    expect(await faultsOf(tree)).toEqual([`src/islands/a.ts:1: ${fault}`, `src/pages/b.astro:2: ${fault}`])
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
      'src/components/a.astro: its script may not import node:fs',
    ])
  })

  it('fail for a script of a page that imports what browsers must not load', async () => {
    const tree = {
      'src/pages/a.astro':
        "---\nimport { limits } from '../protocol/limits.ts'\n---\n<script>\n  import { limits } from '../protocol/limits.ts'\n  import { a } from '../islands/a.ts'\n</script>",
    }
    expect(await faultsOf(tree)).toEqual(['src/pages/a.astro: its script may not import ../protocol/limits.ts'])
  })
})
