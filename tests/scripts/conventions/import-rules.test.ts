// The import rules of dependency-cruiser on small trees: what they accept and what they report.
import { spawnSync } from 'node:child_process'
import { cp, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  GAME_FOLDERS,
  ISLAND_FOLDERS,
  ISLAND_ROOMS,
  OFFICE_FOLDERS,
  SERVER_FOLDERS,
  SERVICE_FOLDERS,
  STORE_FOLDERS,
} from '../../../scripts/conventions/layers.ts'
import { type Tree, treeForTests } from '../../support/runner/source-tree.ts'

describe('import rules of dependency-cruiser', () => {
  const project = join(import.meta.dirname, '../../..')
  const tree = treeForTests()

  /** Returns the rules that each file breaks, as `file: rule`, in order. */
  async function broken(written: Tree): Promise<string[]> {
    await tree.write({ ...written, 'package.json': { type: 'module' } })
    const root = tree.root()
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
      'src/i18n/zod.ts': "import { z } from 'zod'\nexport const a = z\n",
      'src/i18n/node.ts': "import { createHash } from 'node:crypto'\nexport const a = createHash\n",
      'src/server/one.ts': "import './two.ts'\nexport const a = 1\n",
      'src/server/two.ts': "import './one.ts'\nexport const b = 1\n",
      'src/server/nowhere.ts': "import { a } from './no-such.ts'\nexport const b = a\n",
    })
    expect(faults).toEqual([
      'src/game/contract.ts: game-imports',
      'src/game/node.ts: game-alone',
      'src/game/node.ts: no-node',
      'src/game/zod.ts: game-alone',
      'src/game/zod.ts: no-zod-in-browsers',
      'src/i18n/node.ts: no-node',
      'src/i18n/zod.ts: no-zod-in-browsers',
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
      'src/server/services/money/pay.ts': 'export const pay = 1\n',
      'src/server/services/services.ts': "import { order } from './payments/orders.ts'\nexport const a = order\n",
      'src/server/base/events.ts': 'export interface Told { a: 1 }\n',
      'src/server/jobs/polling.ts': "import { order } from '../services/payments/orders.ts'\nexport const a = order\n",
      // These may.
      'src/server/services/payments/orders.ts':
        "import { pay } from '../money/pay.ts'\nimport type { Told } from '../../base/events.ts'\nexport const order: Told = { a: 1 }\nexport const b = pay\n",
      // These may not.
      'src/server/services/rolls/play.ts':
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
      'src/server/services/raffle/draw.ts: services-raffle-imports',
      'src/server/services/referral/share.ts: services-referral-imports',
      'src/server/services/rolls/play.ts: services-rolls-imports',
    ])
  })

  it.each<readonly [string, readonly string[]]>([
    ['src/game', GAME_FOLDERS],
    ['src/server', SERVER_FOLDERS],
    ['src/server/services', SERVICE_FOLDERS],
    ['src/stores', STORE_FOLDERS],
    ['src/islands', ISLAND_FOLDERS],
    ['src/office', OFFICE_FOLDERS],
    ...Object.entries(ISLAND_ROOMS).map(([folder, rooms]) => [`src/islands/${folder}`, rooms] as const),
  ])('name every folder of %s', async (folder, named) => {
    const entries = await readdir(join(import.meta.dirname, '../../..', folder), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.sort()).toEqual([...named].sort())
  })

  it('report folders of the rules that import upwards', async () => {
    const faults = await broken({
      'src/game/base/money.ts': 'export const money = 1\n',
      'src/game/battles/battle.ts': "import { money } from '../base/money.ts'\nexport const battle = money\n",
      'src/game/fairness/proof.ts': "import { battle } from '../battles/battle.ts'\nexport const proof = battle\n",
    })
    expect(faults).toEqual(['src/game/fairness/proof.ts: game-fairness-imports'])
  })

  it('report stores and islands that import a folder above theirs, and parts of the interface that know a feature', async () => {
    const faults = await broken({
      // These may.
      'src/stores/kernel/user.ts': 'export const user = 1\n',
      'src/stores/account/account.ts': "import { user } from '../kernel/user.ts'\nexport const account = user\n",
      'src/stores/rewards/bonus.ts': "import { account } from '../account/account.ts'\nexport const bonus = account\n",
      'src/islands/island.tsx': "import { button } from './ui/button.ts'\nexport const island = button\n",
      'src/islands/ui/button.ts': "import { user } from '../../stores/kernel/user.ts'\nexport const button = user\n",
      'src/islands/games/reel/lane.ts': "import { island } from '../../island.tsx'\nexport const lane = island\n",
      'src/islands/games/case/stage.ts': "import { lane } from '../reel/lane.ts'\nexport const stage = lane\n",
      'src/islands/battles/arena/seat.ts':
        "import { lane } from '../../games/reel/lane.ts'\nexport const seat = lane\n",
      // These may not.
      'src/stores/kernel/bonus.ts': "import { bonus } from '../rewards/bonus.ts'\nexport const a = bonus\n",
      'src/stores/account/bonus.ts': "import type { bonus } from '../rewards/bonus.ts'\nexport type A = typeof bonus\n",
      'src/islands/games/reel/run.ts': "import { stage } from '../case/stage.ts'\nexport const a = stage\n",
      'src/islands/games/case/race.ts': "import { seat } from '../../battles/arena/seat.ts'\nexport const a = seat\n",
      'src/islands/ui/list.ts': "import { island } from '../island.tsx'\nexport const a = island\n",
      'src/islands/ui/gift.ts': "import { bonus } from '../../stores/rewards/bonus.ts'\nexport const a = bonus\n",
    })
    expect(faults).toEqual([
      'src/islands/games/case/race.ts: islands-games-imports',
      'src/islands/games/reel/run.ts: games-reel-imports',
      'src/islands/ui/gift.ts: ui-alone',
      'src/islands/ui/list.ts: ui-alone',
      'src/stores/account/bonus.ts: stores-account-imports',
      'src/stores/kernel/bonus.ts: stores-kernel-imports',
    ])
  })

  it('keep the office apart from the site, its rooms from each other, and its texts from players', async () => {
    const faults = await broken({
      'src/stores/kernel/user.ts': 'export const user = 1\n',
      'src/i18n/office/en.ts': 'export const TEXTS = 1\nexport type Texts = typeof TEXTS\n',
      'src/islands/ui/button.ts': 'export const button = 1\n',
      'src/islands/ui/toast.ts': "import { user } from '../../stores/kernel/user.ts'\nexport const toast = user\n",
      'src/islands/home/home.ts': 'export const home = 1\n',
      // These may.
      'src/i18n/i18next.ts': "import type { Texts } from './office/en.ts'\nexport type A = Texts\n",
      'src/office/parts/table.ts': "import { button } from '../../islands/ui/button.ts'\nexport const table = button\n",
      'src/office/session/texts.ts': "import { TEXTS } from '../../i18n/office/en.ts'\nexport const texts = TEXTS\n",
      'src/office/rooms/staff/room.ts': "import { table } from '../../parts/table.ts'\nexport const staff = table\n",
      'src/office/app/router.ts': "export const room = () => import('../rooms/staff/room.ts')\n",
      // These may not.
      'src/islands/home/texts.ts': "import { TEXTS } from '../../i18n/office/en.ts'\nexport const a = TEXTS\n",
      'src/islands/home/room.ts': "import { staff } from '../../office/rooms/staff/room.ts'\nexport const a = staff\n",
      'src/office/parts/home.ts': "import { home } from '../../islands/home/home.ts'\nexport const a = home\n",
      'src/office/parts/toast.ts': "import { toast } from '../../islands/ui/toast.ts'\nexport const a = toast\n",
      'src/office/session/room.ts': "import { staff } from '../rooms/staff/room.ts'\nexport const a = staff\n",
      'src/office/rooms/audit/room.ts': "import { staff } from '../staff/room.ts'\nexport const a = staff\n",
    })
    expect(faults).toEqual([
      'src/islands/home/room.ts: islands-imports',
      'src/islands/home/texts.ts: office-texts',
      'src/office/parts/home.ts: office-alone',
      'src/office/parts/toast.ts: office-without-stores',
      'src/office/rooms/audit/room.ts: office-rooms',
      'src/office/session/room.ts: office-session-imports',
    ])
  })
})
