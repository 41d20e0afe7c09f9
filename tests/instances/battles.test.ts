// Battles on two instances: spectators at one receive the events of the other, and a battle is drawn and paid once.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BattleCard, BattleEvent, BattleView } from '../../src/protocol/battle.ts'
import type { Topic } from '../../src/protocol/realtime.ts'
import { CAN_RUN, type Cluster, type Listener, listenAt, openCluster, REDIS_URL } from '../support/sites/instances.ts'
import type { RetryingPlayer } from '../support/sites/retrying-player.ts'

describe.skipIf(!CAN_RUN)('a battle on two instances', () => {
  let cluster: Cluster
  const listeners: Listener[] = []
  const player = (place: number): RetryingPlayer => cluster.players[place] as RetryingPlayer
  const listen = async (at: 0 | 1, topic: Topic): Promise<Listener> => {
    const listener = await listenAt(await cluster.servers[at].realtimeAddress(), undefined, topic)
    listeners.push(listener)
    return listener
  }
  const send = async (who: RetryingPlayer, path: string, body: object): Promise<BattleView> => {
    const answer = JSON.parse((await who.post(path, JSON.stringify(body))).text)
    expect(answer.success).toBe(true)
    return answer.battle
  }
  const eventsOf = ({ heard }: Listener): string[] => ((heard.battle ?? []) as BattleEvent[]).map(({ kind }) => kind)
  const statesIn = ({ heard }: Listener, id: string): string[] =>
    ((heard.battles ?? []) as { battles: BattleCard[] }[])
      .flatMap(({ battles }) => battles.filter((card) => card.id === id))
      .map(({ state }) => state)

  beforeAll(async () => {
    cluster = await openCluster(REDIS_URL ?? '', 2)
  })
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.disconnect()
  })
  afterAll(() => cluster.close())

  it('is watched at one while it is played at the other, and settled once', async () => {
    const lobbies = [await listen(0, 'battles'), await listen(1, 'battles')]
    const [box] = JSON.parse((await player(0).get('/api/cases')).text).categories[0].cases
    const terms = { format: '1v1', mode: 'normal', crazy: false, fast: true, isPrivate: false, percent: 100, fund: 0 }
    const body = { ...terms, rounds: [box.url], price: box.price, seed: 'one' }
    const { id, price } = await send(player(0), '/api/battles', body)
    const pages = [await listen(0, `battle:${id}`), await listen(1, `battle:${id}`)]
    const other = player(1).at(cluster.servers[1])
    await send(other, `/api/battles/${id}/join`, { slot: 2, percent: 100, pays: price, seed: 'two' })
    for (const page of pages) {
      await expect.poll(() => eventsOf(page)).toContain('locked')
      await expect.poll(() => eventsOf(page)).toContain('drawn')
    }
    for (const lobby of lobbies) {
      await expect.poll(() => statesIn(lobby, id), { timeout: 30_000 }).toContain('settled')
      expect(statesIn(lobby, id)).toContain('open')
    }
    for (const page of pages) {
      for (const kind of ['locked', 'drawn']) expect(eventsOf(page).filter((event) => event === kind)).toHaveLength(1)
    }
    const { battle } = JSON.parse((await other.get(`/api/battles/${id}`)).text)
    expect(battle.result.winners).toHaveLength(1)
  })
})
