// The code that the page offers for battles runs: both programs confirm a right proof, and name what is wrong.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BattleProof } from '../../../../src/game/battles/proof.ts'
import { QUICKNET } from '../../../../src/game/fairness/beacon.ts'
import { BATTLE_CODE, BATTLE_CODE_PYTHON } from '../../../../src/islands/fairness/check/battle-code.ts'
import { drawnProof, SAMPLE, SIGNED_ROUND } from '../../../game/battles/proof-fixture.ts'

const run = promisify(execFile)

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('python3 is not on the path: the code in Python is not run here')
    return false
  }
}

const PROGRAMS: readonly (readonly [string, string, readonly string[]])[] = [
  ['JavaScript', process.execPath, ['--input-type=module', '--eval', BATTLE_CODE]],
  ...(hasPython() ? [['Python', 'python3', ['-c', BATTLE_CODE_PYTHON]] as const] : []),
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spacedrop-battle-code-'))
})

afterAll(() => rm(folder, { recursive: true }))

describe.each(PROGRAMS)('the code in %s', (_name, program, args) => {
  async function print(proof: BattleProof): Promise<string[]> {
    await writeFile(join(folder, 'battle.json'), JSON.stringify(proof))
    const { stdout } = await run(program, [...args], { cwd: folder })
    return stdout.trimEnd().split('\n')
  }

  it('confirms a battle from a beacon, whose signature it asks to compare', async () => {
    const proof = await drawnProof(SAMPLE)
    const { draw } = proof
    if (draw === null) throw new Error('It is not drawn')
    const drops = draw.drops.flatMap((round, r) => [
      `odds of round ${r + 1} right`,
      ...round.map(({ roll, item, price }, s) => `round ${r + 1} seat ${s + 1} roll ${roll} ${item} ${price} right`),
    ])
    const drew = [0, 1].map((s) => draw.drops.reduce((sum, round) => sum + (round[s]?.price ?? 0), 0))
    expect(await print(proof)).toEqual([
      'lock right',
      `compare with https://api.drand.sh/${QUICKNET.hash}/public/${SIGNED_ROUND.round}`,
      `signature ${SIGNED_ROUND.signature}`,
      ...drops,
      ...drew.map((sum, s) => `seat ${s + 1} drew ${sum} cents and gets ${draw.shares[s]}`),
    ])
  })

  it('confirms a battle from a committed seed', async () => {
    const printed = await print(await drawnProof({ ...SAMPLE, source: 'seed' }))
    expect(printed.slice(0, 2)).toEqual(['lock right', 'seed right'])
    expect(printed.filter((line) => line.endsWith('WRONG'))).toEqual([])
  })

  it('names an item that was not drawn', async () => {
    const proof = await drawnProof(SAMPLE)
    const drops = proof.draw?.drops.map((round, r) =>
      round.map((drop, s) => (r + s === 0 ? { ...drop, price: 1 } : drop)),
    )
    const printed = await print({ ...proof, draw: proof.draw && { ...proof.draw, drops: drops ?? [] } })
    const wrong = printed.filter((line) => line.endsWith('WRONG'))
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatch(/^round 1 seat 1 /)
  })
})
