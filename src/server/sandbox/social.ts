// The sandbox's stand-ins for the operator's social accounts: a page for each network. Live mode never loads this file.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '../../game/base/language.ts'
import { SOCIAL_NETWORKS, type SocialNetwork } from '../../game/base/social.ts'
import { textFor } from '../../i18n/text.ts'
import { standInDocument, standInFooter } from '../stand-in/document.ts'
import { escapeMarkup } from '../stand-in/plain-document.ts'
import { protectReplies, sendDocument } from '../stand-in/replies.ts'

const STYLE = `
footer { margin-top: 24px; }
`

function socialPage(language: Language, network: SocialNetwork): string {
  const text = textFor(language, 'sandbox')
  const name = textFor(language, 'shell')(`social.${network}`)
  const back = `<a class="cancel" href="/bonuses">${escapeMarkup(text('social.back'))}</a>`
  return standInDocument(language, {
    title: text('social.title', { network: name }),
    heading: text('social.heading', { network: name }),
    intro: text('social.intro', { network: name }),
    style: STYLE,
    body: standInFooter(back, text('social.note')),
  })
}

/** The plugin; register it with the prefix `SOCIAL_STAND_IN_PATH`. */
export async function socialStandIn(
  app: FastifyInstance,
  { languageOf }: { readonly languageOf: (request: FastifyRequest) => Language },
): Promise<void> {
  protectReplies(app)
  for (const network of SOCIAL_NETWORKS) {
    app.get(`/${network}`, (request, reply) => {
      const language = languageOf(request)
      return sendDocument(reply, socialPage(language, network))
    })
  }
}
