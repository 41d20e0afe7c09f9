// Battles whose rows are broken, and a beacon that is late: nothing else waits for them, and no time is wrong.
import { describe, expect, it } from 'vitest'
import { timelineMs } from '../../../src/game/battles/timeline.ts'
import type { BattleView } from '../../../src/protocol/battle.ts'
import { SUITE_KINDS } from '../../support/databases/databases.ts'
import { openBattleFixture } from './fixture.ts'

type Fixture = ReturnType<typeof openBattleFixture>

/** Takes the errors off the log, which are expected here: each names its battle. */
function expectLogged({ log }: Fixture, { id }: BattleView, message: string): void {
  const errors = log.splice(0).filter((line) => line.includes('"level":50'))
  expect(errors.map((line) => JSON.parse(line))).toMatchObject([{ battle: id, msg: message }])
}

describe.each(SUITE_KINDS)('a broken battle on %s', (kind) => {
  const fixture = openBattleFixture(kind)
  const set = (column: string, value: string, { id }: BattleView): Promise<unknown> =>
    fixture.rows(`update battles set ${column} = ${value} where id = '${id}'`)

  it('is not drawn, and keeps no other from being drawn', async () => {
    const [bad, good] = [(await fixture.full()).battle, (await fixture.full()).battle]
    const [row] = await fixture.rows<{ server_seed: string }>(`select server_seed from battles where id = '${bad.id}'`)
    await set('server_seed', 'null', bad)
    await fixture.pass(3_000)
    expect([(await fixture.view(bad.id)).state, (await fixture.view(good.id)).state]).toEqual(['locked', 'drawn'])
    expectLogged(fixture, bad, 'a battle could not be drawn')
    await set('server_seed', `'${row?.server_seed}'`, bad)
    await fixture.settle(await fixture.draw(bad.id))
  })

  it('is not paid, and keeps no other from being paid', async () => {
    const [bad, good] = [(await fixture.full()).battle, (await fixture.full()).battle]
    await fixture.pass(3_000)
    const [row] = await fixture.rows<{ winners: number[] }>(`select winners from battles where id = '${bad.id}'`)
    await set('winners', 'array[9]', bad)
    await fixture.pass(timelineMs({ rounds: bad.rounds.length, fast: bad.fast }))
    expect([(await fixture.view(bad.id)).state, (await fixture.view(good.id)).state]).toEqual(['drawn', 'settled'])
    expectLogged(fixture, bad, 'a battle could not be settled')
    await set('winners', `array[${row?.winners}]`, bad)
    await fixture.settle(await fixture.view(bad.id))
  })
})

describe.each(SUITE_KINDS)('a lock of a beacon on %s', (kind) => {
  const fixture = openBattleFixture(kind, { withBeacon: true })
  it('waits for a round that the beacon outputs late', async () => {
    const { battle } = await fixture.full()
    const drawAt = battle.locks[0]?.drawAt ?? 0
    fixture.relayLagMs = 20_000
    await fixture.pass(drawAt - fixture.nowMs)
    await fixture.pass(19_999)
    expect((await fixture.view(battle.id)).state).toBe('locked')
    await fixture.pass(1)
    const drawn = await fixture.view(battle.id)
    expect(drawn).toMatchObject({ state: 'drawn', locks: [{ drawAt }], startsAt: fixture.nowMs })
    fixture.relayLagMs = 0
    await fixture.settle(drawn)
  })
})
