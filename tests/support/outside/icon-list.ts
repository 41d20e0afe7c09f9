// A stand-in for the public list of skins on loopback, with every fault that such a list can have.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const STEAM = 'https://community.akamai.steamstatic.com/economy/image/'

/** The correct list: pictures of two skins of the shop and of one that it does not have. */
const ICON_LIST = JSON.stringify([
  { id: 'skin-1', name: 'AK-47 | Redline', rarity: { id: 'rarity_legendary_weapon' }, image: `${STEAM}redline-1_A` },
  { id: 'skin-2', name: '★ Karambit', rarity: { id: 'rarity_ancient_weapon' }, image: `${STEAM}karambit-2_B` },
  { id: 'skin-3', name: 'AWP | Nobody', rarity: null, image: `${STEAM}nobody-3_C` },
])

/** Responds with what a test sets, or never. */
export type Answer = (response: ServerResponse) => void

/** The complete list. */
export const wholeList: Answer = (response) => void response.end(ICON_LIST)

/** Ways in which it is unavailable, and the log message of each. */
export const LIST_FAULTS: Readonly<Record<string, { readonly answer: Answer; readonly says: RegExp }>> = {
  'is not there': { answer: (response) => void response.writeHead(404).end(), says: / answered 404\. / },
  'breaks off': { answer: (response) => void response.end(ICON_LIST.slice(0, -20)), says: / breaks off .* line 1, / },
  'is cut off on its way': {
    answer: (response) => {
      response.writeHead(200, { 'content-length': `${ICON_LIST.length}` }).write(ICON_LIST.slice(0, 50))
      setImmediate(() => response.destroy())
    },
    says: / could not be read: no answer/,
  },
  'is a page': {
    answer: (response) => void response.end('<!DOCTYPE html>\n<html>'),
    says: / is no JSON at line \d+, /,
  },
  'leads elsewhere': {
    answer: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    says: / leads elsewhere, to http:\/\/127\.0\.0\.1:1\//,
  },
  'has no list': {
    answer: (response) => void response.end('{"skins":[]}'),
    says: / has another shape than it should at \//,
  },
  'is empty': { answer: (response) => void response.end('[]'), says: / has another shape than it should at \// },
  'is wrong inside': {
    answer: (response) => void response.end('[{"id":1,"name":"AK-47 | Redline"}]'),
    says: / has another shape than it should at \/0\/id: /,
  },
  'names pictures elsewhere alone': {
    answer: (response) =>
      void response.end('[{"id":"a","name":"AK-47 | Redline","image":"https://evil.example/a.png"}]'),
    says: / names no picture at Steam's image host\. /,
  },
  'is not text': { answer: (response) => void response.end(Buffer.alloc(100, 0xe9)), says: / could not be read: / },
  'never ends': {
    answer: (response) => {
      const block = Buffer.alloc(1024 * 1024, ' ')
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      }
      response.on('drain', more)
      more()
    },
    says: / could not be read: the answer is longer than \d+ bytes\. /,
  },
}

export interface IconListServer extends AsyncDisposable {
  readonly address: string
  /** Its behaviour from now on. */
  answer: Answer
  /** The number of requests. */
  asked(): number
}

/** Listens on a free port. */
export async function iconListServer(answer: Answer = wholeList): Promise<IconListServer> {
  let asked = 0
  const made = { answer }
  const server = createServer((_request, response) => {
    asked++
    made.answer(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return Object.assign(made, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/en/skins.json`,
    asked: () => asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
