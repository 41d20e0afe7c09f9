// Serialises replies with a battle. The contents of its cases are nearly all of it, up to 9 KB each, and the same in every reply: each
// one is serialised once, and copied from then on.
import type { FastifySchema } from 'fastify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.d.ts'
import type { BattleMoveReply, BattleReply } from '../../../protocol/battle.ts'
import type { ContentView } from '../../../protocol/case.ts'

/** The JSON of contents, for as long as the services keep them. */
const serialized = new WeakMap<readonly ContentView[], Buffer>()

function contentJson(views: readonly ContentView[]): Buffer {
  let bytes = serialized.get(views)
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(views))
    serialized.set(views, bytes)
  }
  return bytes
}

/** Returns a reply as JSON in UTF-8, with its battle and the contents of the battle at the end. */
export function serializeBattleReply(reply: BattleReply | BattleMoveReply): Buffer {
  if (!reply.success) return Buffer.from(JSON.stringify(reply))
  const { battle, ...others } = reply
  const { contents, ...shown } = battle
  const start = JSON.stringify({ ...others, battle: shown }).slice(0, -'}}'.length)
  const parts: Buffer[] = [Buffer.from(`${start},"contents":{`)]
  for (const [place, [hash, views]] of Object.entries(contents).entries()) {
    parts.push(Buffer.from(`${place === 0 ? '' : ','}${JSON.stringify(hash)}:`), contentJson(views))
  }
  parts.push(Buffer.from('}}}'))
  return Buffer.concat(parts)
}

/** For routes that answer with a battle. Fastify sends bytes as well as the strings that its types ask for. */
export const battleSerializerCompiler = (() =>
  serializeBattleReply) as unknown as FastifySerializerCompiler<FastifySchema>
