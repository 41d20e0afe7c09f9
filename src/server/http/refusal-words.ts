// The words of refusals, in the player's language.
import type { FastifyRequest } from 'fastify'
import type { Language } from '../../game/base/language.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import type { RefusalError } from '../base/refusal.ts'
import { languageOf } from './identity.ts'

/** Returns the words of a refusal. */
export function refusalWords({ code, amounts, facts, words }: RefusalError, language: Language): string {
  const sums = Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, formatMoney(value)]))
  return textFor(language, 'replies')(`refusal.${code}`, {
    ...{ price: '', ...sums, ...facts },
    ...(words !== null && { words: words[language] }),
  })
}

/** Returns why the signed-in player gets no gifts, in their language; null for guests, and where nothing keeps a player from them. */
export async function giftRefusal(
  request: FastifyRequest,
  { refusalOf }: { readonly refusalOf: (playerId: number) => Promise<RefusalError | null> },
): Promise<string | null> {
  const refusal = request.session === null ? null : await refusalOf(request.session.player.id)
  return refusal === null ? null : refusalWords(refusal, languageOf(request))
}
