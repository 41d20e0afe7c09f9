// Questions and answers as schema.org's FAQPage.

interface Question {
  readonly title: string
  readonly html: string
}

interface Questions {
  readonly language: string
  readonly sections: readonly { readonly entries: readonly Question[] }[]
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of what Markdown made: elements gone, one space where a block or a line ended. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:p|li|ul|ol|br|table|thead|tbody|tr|th|td|pre|blockquote)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => CHARACTERS[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The document that goes into the head of the page. */
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
