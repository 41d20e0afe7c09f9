// The beacon's verification in the browser with WebCrypto: a complete proof whose round drand's quicknet has really
// signed.
import { describe, expect, it } from 'vitest'
import { DRAW_MARGIN_MS, QUICKNET, roundTime } from '../../../src/game/fairness/beacon.ts'
import { drawRollAsync } from '../../../src/game/fairness/fairness.ts'
import { entriesText, raffleRollInput } from '../../../src/game/rewards/raffle.ts'
import { RAFFLE_STEPS, type RaffleProof, verifyRaffle } from '../../../src/game/rewards/raffle-proof.ts'
import { checkBeacon } from '../../../src/stores/fairness/beacon-check.ts'
import { webHashing } from '../../../src/stores/fairness/web-hashing.ts'

const ROUND = {
  round: 657_413,
  signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
  randomness: 'fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587',
}

async function drawnProof(): Promise<RaffleProof> {
  const raffle = { id: '0199a5a0-0000-7000-8000-000000000001', number: 7 }
  const players = [1000, 1002, 1005]
  const list = entriesText(raffle, players)
  const entriesHash = await webHashing.sha256(list)
  const frozen = { number: raffle.number, entries: players.length, entriesHash }
  const roll = await drawRollAsync(webHashing.hmac(ROUND.randomness), raffleRollInput(frozen))
  const closesAt = roundTime(QUICKNET, ROUND.round) - DRAW_MARGIN_MS
  return {
    format: 'spacedrop-raffle-1',
    ...raffle,
    ...frozen,
    list,
    kind: 'hourly',
    opensAt: closesAt - 3_600_000,
    closesAt,
    state: 'drawn',
    frozenAt: closesAt,
    drawnAt: closesAt + DRAW_MARGIN_MS,
    item: 'AUG | Triqua (Factory New)',
    price: 100,
    source: 'drand',
    commit: null,
    serverSeed: null,
    chain: QUICKNET.hash,
    round: ROUND.round,
    signature: ROUND.signature,
    roll,
    winner: players[roll - 1] ?? 0,
  }
}

const verdictsOf = async (proof: RaffleProof) => {
  const result = await verifyRaffle(proof, { hashing: webHashing, chains: [QUICKNET], randomness: checkBeacon })
  return RAFFLE_STEPS.map((step) => result[step].verdict)
}

describe('a raffle drawn from drand', () => {
  it('is correct in every step', async () => {
    expect(await checkBeacon(QUICKNET, ROUND)).toBe(ROUND.randomness)
    expect(await verdictsOf(await drawnProof())).toEqual(RAFFLE_STEPS.map(() => 'right'))
  })

  it('is wrong with another signature, another round, or another closing time', async () => {
    const proof = await drawnProof()
    const others: Partial<RaffleProof>[] = [
      { signature: ROUND.signature.replace('b7', 'b6') },
      { round: ROUND.round + 1 },
      { closesAt: proof.closesAt + 3_000 },
      { chain: '0'.repeat(64) },
    ]
    for (const other of others) expect((await verdictsOf({ ...proof, ...other }))[2]).toBe('wrong')
  })

  it('waits for its round while it is frozen', async () => {
    const frozen = { ...(await drawnProof()), state: 'frozen' as const, signature: null, roll: null, winner: null }
    expect(await verdictsOf(frozen)).toEqual(['right', 'right', 'secret', 'secret', 'secret'])
  })
})
