// A line of a difference in words.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditionLine } from '../../../game/office/edition-lines.ts'
import styles from './file-changes.module.css'

/** Writes a value of JSON: a text as it is. */
function valueText(json: string): string {
  const value: unknown = JSON.parse(json)
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
      {before === null ? null : <del className={styles.before}>{valueText(before)}</del>}
      {before === null || after === null ? null : <span> → </span>}
      {after === null ? null : <ins className={styles.after}>{valueText(after)}</ins>}
    </>
  )
}
