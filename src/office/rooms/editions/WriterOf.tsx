// Who wrote an edition, and who published it where that was somebody else.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedEdition } from '../../../protocol/office/editions.ts'
import styles from './editions.module.css'

export function WriterOf({
  edition: { writer, author },
}: {
  edition: Pick<ListedEdition, 'writer' | 'author'>
}): ReactElement {
  const { t } = useTranslation('officeEditions')
  if (writer === null || writer === author) return <span className={styles.words}>{author}</span>
  return (
    <span className={styles.words}>
      {writer} <span className={styles.publisher}>{t('published-by', { name: author })}</span>
    </span>
  )
}
