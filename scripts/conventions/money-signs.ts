// Checks that no source and no text writes the sign of a currency by hand: formatMoney and formatCharge decide where it stands.
import type { Fault, SourceFile } from './tree.ts'

const LINE = /\r?\n/

/** The formatters, the spaces that typography keeps before signs, and what the command line says to operators; SQL has $1. */
const EXEMPT = /^src\/(i18n\/(charge|format|typography)\.ts$|game\/(rewards\/gift-bound|fairness\/proof)\.ts$|server\/)/

const COMMENT = /^\s*(\/\/|\/?\*).*|\s\/\/ .*|\{?\/\*.*?\*\/\}?/g

/** A sign of another currency anywhere; a dollar sign as a string or a text of its own, before a digit, and before an expression in either. */
const SIGN = /[€₽₴]|(['"])\$(?=\1|\d+(\.\d+)?\b(?![-$]))|`\$(?=\d|\$\{|`)/

/** In markup: `$<`, `${amount}` after a tag or alone in a line. */
const MARKUP_SIGN = /(?<==?>|<\w[^<>]*>|^\s*)\s*\$(?=\s*(<|\d|\{))/

/** In texts: anything but the nesting of i18next. */
const TEXT_SIGN = /[€₽₴]|\$(?!t\()/

const fault = (sign: string): string =>
  `"${sign.trim()}" is a currency by hand: use formatMoney, formatShortMoney or MoneySign`

function signsIn({ path, text }: SourceFile, patterns: readonly RegExp[]): Fault[] {
  return text.split(LINE).flatMap((line, index) => {
    const bare = line.replaceAll(COMMENT, '')
    const sign = patterns.map((pattern) => pattern.exec(bare)?.[0]).find((match) => match !== undefined)
    return sign === undefined ? [] : [{ file: `${path}:${index + 1}`, fault: fault(sign) }]
  })
}

/** Returns signs of currencies in code and in texts of the site. */
export function moneySigns(code: readonly SourceFile[], locales: readonly SourceFile[]): Fault[] {
  const checked = code.filter(({ path }) => !EXEMPT.test(path))
  return [
    ...checked.flatMap((file) => signsIn(file, /\.(tsx|astro)$/.test(file.path) ? [SIGN, MARKUP_SIGN] : [SIGN])),
    ...locales.flatMap((file) => signsIn(file, [TEXT_SIGN])),
  ]
}
