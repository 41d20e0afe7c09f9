const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** Returns the words of rendered Markdown: without elements, one space where a block or a line ended. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/?(?:p|li|ul|ol|br|table|thead|tbody|tr|th|td|pre|blockquote)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => CHARACTERS[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
