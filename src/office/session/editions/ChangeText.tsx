// A line of a difference in words.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { cents } from '../../../game/base/money.ts'
import type { EditionLine, ValueLine } from '../../../game/office/edition-lines.ts'
import { formatMoney } from '../../../i18n/format.ts'
import styles from './file-changes.module.css'

/** The values that are cents: prices, and sums of rewards. */
const isCents = ({ file, path }: ValueLine): boolean =>
  file === 'prices.json' || /(?:^| )(?:balance|price|deposited)$/.test(path)

/** Writes a value of JSON: a text as it is, a sum as money. */
function valueText(line: ValueLine, json: string): string {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'number' && Number.isSafeInteger(value) && isCents(line)) return formatMoney(cents(value))
  return typeof value === 'string' && value !== '' ? value : json
}

/** A line without the name of its file. */
export function ChangeText({ line }: { line: EditionLine }): ReactElement {
  const { t } = useTranslation(['officeEditions', 'officeFields'])
  if ('what' in line) return <span>{t(`officeFields:changes.${line.what}`)}</span>
  if ('more' in line) return <span>{t('more', { count: line.more })}</span>
  const { path, before, after } = line
  return (
    <>
      <span className={styles.path}>{path}</span>{' '}
      {before === null ? null : <del className={styles.before}>{valueText(line, before)}</del>}
      {before === null || after === null ? null : <span> → </span>}
      {after === null ? null : <ins className={styles.after}>{valueText(line, after)}</ins>}
    </>
  )
}
