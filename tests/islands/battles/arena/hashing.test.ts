// A browser without cryptography of its own draws the same battle.
import { expect, test } from 'vitest'
import { plainHashing } from '../../../../src/islands/battles/arena/plain-hashing.ts'
import { drawShownBattle } from '../../../../src/stores/battles/battle-draw.ts'
import { draw, drawnBattle } from '../../../stores/battles/drawn-battle.ts'

test('a browser without cryptography draws what all others draw', async () => {
  const battle = drawnBattle({ format: '2v2', mode: 'jackpot', rounds: 5 }, 0)
  expect(await drawShownBattle(battle, plainHashing)).toEqual(await draw(battle))
})
