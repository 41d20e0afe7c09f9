// The encryption of push messages: the example of RFC 8291, and what every message has.
import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { CURVE, encryptMessage, isBrowserKey, PADDED_BYTES } from '../../../src/server/push/encrypt.ts'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  senderKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

it('is the one of the RFC’s example', () => {
  const sender = createECDH(CURVE)
  sender.setPrivateKey(EXAMPLE.senderKey, 'base64url')
  const drawn = { salt: Buffer.from(EXAMPLE.salt, 'base64url'), sender }
  expect(encryptMessage(EXAMPLE.text, EXAMPLE.keys, 0, drawn).toString('base64url')).toBe(EXAMPLE.body)
})

it('gives every message the same length, and encrypts equal messages differently', () => {
  const [short, long] = ['a', 'ы'.repeat(PADDED_BYTES / 2)].map((text) => encryptMessage(text, EXAMPLE.keys))
  expect(short).toHaveLength(long?.length ?? 0)
  expect(encryptMessage('a', EXAMPLE.keys)).not.toEqual(short)
})

it.each([
  ['a point of the curve', EXAMPLE.keys.p256dh, true],
  ['a point beside the curve', `B${'A'.repeat(86)}`, false],
  ['nothing', '', false],
])('tells that %s is a key or none', (_name, key, isKey) => {
  expect(isBrowserKey(key)).toBe(isKey)
})
