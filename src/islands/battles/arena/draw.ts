// Draws a battle with the cryptography of this browser. Loaded once the seats are taken.
import type { BattleView } from '../../../protocol/battle.ts'
import { type BattleHashing, type DrawnContents, drawShownBattle } from '../../../stores/battles/battle-draw.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { loadPart } from '../../../stores/kernel/load-part.ts'

async function hashing(): Promise<BattleHashing> {
  if (!canVerify()) return (await loadPart(() => import('./plain-hashing.ts'))).plainHashing
  return {
    sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
    hmac: webHashing.hmac,
  }
}

/** Computes the result of a drawn battle. */
export async function drawHere(battle: BattleView): Promise<DrawnContents> {
  return drawShownBattle(battle, await hashing())
}
