// Hashing without the browser's cryptography, which it has on https and localhost only: a battle is shown on the plain address of a
// sandbox in a local network too. Loaded only there.
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { BattleHashing } from '../../../stores/battles/battle-draw.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

export const plainHashing: BattleHashing = {
  sha256: async (bytes) => sha256(bytes),
  hmac: (key) => async (message) => hmac(sha256, bytesOf(key), bytesOf(message)),
}
