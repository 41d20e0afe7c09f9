// The code that the fairness page offers for checking battles elsewhere. It imports nothing of ours, so that it is independent of it, and
// reads the file of a proof.

/** Is an ES module for Node.js that checks the lock, the secret, and every roll of battle.json, and prints what each seat drew. */
export const BATTLE_CODE = `import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { locks, odds, draw } = JSON.parse(readFileSync('battle.json', 'utf8'))
const sha256 = (content) => createHash('sha256').update(content).digest('hex')
const say = (name, isRight) => console.log(name, isRight ? 'right' : 'WRONG')

const lock = locks.at(-1)
const { rounds, seats, source, chain, round, commit } = JSON.parse(lock.text)
const seed = sha256(Buffer.from(lock.hash + draw.secret, 'hex'))

function roll(message, n) {
  const limit = 2 ** 48 - (2 ** 48 % n)
  for (let block = 0; ; block++) {
    const hmac = createHmac('sha256', seed).update(\`\${message}:\${block}\`).digest()
    for (let at = 0; at < 30; at += 6) {
      const chunk = hmac.readUIntBE(at, 6)
      if (chunk < limit) return (chunk % n) + 1
    }
  }
}

say('lock', sha256(lock.text) === lock.hash)
if (source === 'seed') say('seed', sha256(draw.secret) === commit)
else console.log(\`compare with https://api.drand.sh/\${chain}/public/\${round}\\nsignature \${draw.secret}\`)

const sums = seats.map(() => 0)
rounds.forEach(({ odds: hash }, r) => {
  say(\`odds of round \${r + 1}\`, sha256(odds[hash]) === hash)
  seats.forEach((seat, s) => {
    const drop = draw.drops[r][s]
    const ticket = roll(\`battle:\${seat.seed}:\${r + 1}:\${s + 1}\`, 1_000_000)
    let last = 0
    const won = JSON.parse(odds[hash]).entries.find(({ tickets }) => ticket <= (last += tickets))
    const isRight = ticket === drop.roll && won.item === drop.item && won.price === drop.price
    say(\`round \${r + 1} seat \${s + 1} roll \${ticket} \${won.item} \${won.price}\`, isRight)
    sums[s] += won.price
  })
})
sums.forEach((sum, s) => console.log(\`seat \${s + 1} drew \${sum} cents and gets \${draw.shares[s]}\`))
`

/** Is the same program in Python 3. */
export const BATTLE_CODE_PYTHON = `import hashlib
import hmac
import json

proof = json.load(open('battle.json', encoding='utf-8'))
odds, draw = proof['odds'], proof['draw']


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def say(name, is_right):
    print(name, 'right' if is_right else 'WRONG')


lock = proof['locks'][-1]
locked = json.loads(lock['text'])
seed = sha256(bytes.fromhex(lock['hash'] + draw['secret']))


def roll(message, n):
    limit = 2**48 - 2**48 % n
    block = 0
    while True:
        digest = hmac.new(seed.encode(), f'{message}:{block}'.encode(), hashlib.sha256).digest()
        for at in range(0, 30, 6):
            chunk = int.from_bytes(digest[at:at + 6], 'big')
            if chunk < limit:
                return chunk % n + 1
        block += 1


say('lock', sha256(lock['text'].encode()) == lock['hash'])
if locked['source'] == 'seed':
    say('seed', sha256(draw['secret'].encode()) == locked['commit'])
else:
    print(f"compare with https://api.drand.sh/{locked['chain']}/public/{locked['round']}")
    print('signature', draw['secret'])

sums = [0 for _ in locked['seats']]
for r, round in enumerate(locked['rounds'], 1):
    table = odds[round['odds']]
    say(f'odds of round {r}', sha256(table.encode()) == round['odds'])
    for s, seat in enumerate(locked['seats'], 1):
        drop = draw['drops'][r - 1][s - 1]
        ticket = roll(f"battle:{seat['seed']}:{r}:{s}", 1_000_000)
        last = 0
        for won in json.loads(table)['entries']:
            last += won['tickets']
            if ticket <= last:
                break
        is_right = ticket == drop['roll'] and (won['item'], won['price']) == (drop['item'], drop['price'])
        say(f"round {r} seat {s} roll {ticket} {won['item']} {won['price']}", is_right)
        sums[s - 1] += won['price']
for s, total in enumerate(sums, 1):
    print(f"seat {s} drew {total} cents and gets {draw['shares'][s - 1]}")
`
