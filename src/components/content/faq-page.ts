// Questions and answers as schema.org's FAQPage.
import { plainText } from '../../content/plain-text.ts'

/** The id of the question about the sandbox, which a live site does not have. */
export const SANDBOX_ENTRY = 'sandbox'

interface Question {
  readonly id: string
  readonly title: string
  readonly html: string
}

interface Questions {
  readonly language: string
  readonly sections: readonly { readonly entries: readonly Question[] }[]
}

/** Returns the structured data for the head of the page, which searches of a live site read: without the sandbox. */
export function faqPage({ language, sections }: Questions): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: sections
      .flatMap(({ entries }) => entries)
      .filter(({ id }) => id !== SANDBOX_ENTRY)
      .map(({ title, html }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: plainText(html) },
      })),
  }
}
