// The code that the fairness page offers for checking rolls elsewhere. It imports nothing of ours, so that it is independent of it.

/** Is the published test vector: seeds of zeros and `client`, game `case`, N = 100,000, and its rolls by their nonces. */
export const VECTOR = { nonces: [1, 2], rolls: [40_246, 50_505] } as const

/** Is an ES module for Node.js that prints the commitment and the rolls of the values at its top, which are those of the vector. */
export const CHECK_CODE = `import { createHash, createHmac } from 'node:crypto'

const serverSeed = '0'.repeat(64)
const clientSeed = 'client'
const game = 'case'
const n = 100_000

function roll(nonce) {
  const limit = 2 ** 48 - (2 ** 48 % n)
  for (let block = 0; ; block++) {
    const message = \`\${game}:\${clientSeed}:\${nonce}:\${block}\`
    const hmac = createHmac('sha256', serverSeed).update(message).digest()
    for (let at = 0; at < 30; at += 6) {
      const chunk = hmac.readUIntBE(at, 6)
      if (chunk < limit) return (chunk % n) + 1
    }
  }
}

console.log('commit', createHash('sha256').update(serverSeed).digest('hex'))
console.log('nonce 1', roll(1))
console.log('nonce 2', roll(2))
`

/** Is the same program in Python 3. */
export const CHECK_CODE_PYTHON = `import hashlib
import hmac

server_seed = '0' * 64
client_seed = 'client'
game = 'case'
n = 100_000


def roll(nonce):
    limit = 2**48 - 2**48 % n
    block = 0
    while True:
        message = f'{game}:{client_seed}:{nonce}:{block}'
        digest = hmac.new(server_seed.encode(), message.encode(), hashlib.sha256).digest()
        for at in range(0, 30, 6):
            chunk = int.from_bytes(digest[at:at + 6], 'big')
            if chunk < limit:
                return chunk % n + 1
        block += 1


print('commit', hashlib.sha256(server_seed.encode()).hexdigest())
print('nonce 1', roll(1))
print('nonce 2', roll(2))
`
