// Questions and answers as schema.org's FAQPage.
import { plainText } from '../../content/plain-text.ts'

interface Question {
  readonly title: string
  readonly html: string
}

interface Questions {
  readonly language: string
  readonly sections: readonly { readonly entries: readonly Question[] }[]
}

/** Returns the structured data for the head of the page. */
export function faqPage({ language, sections }: Questions): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: language,
    mainEntity: sections
      .flatMap(({ entries }) => entries)
      .map(({ title, html }) => ({
        '@type': 'Question',
        name: title,
        acceptedAnswer: { '@type': 'Answer', text: plainText(html) },
      })),
  }
}
