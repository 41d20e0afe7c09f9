// The conventions of sources, checked on small trees: what their code, styles and imports may not have.
import { describe, expect, it } from 'vitest'
import { checkedTreeForTests, locale } from './checked-tree.ts'

const faultsOf = checkedTreeForTests()

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
