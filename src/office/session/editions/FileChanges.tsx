// What differs, by file: its values with what they were and are, and its text by lines, which is asked for when it is opened.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EditionLine, readEditionLine } from '../../../game/office/edition-lines.ts'
import { isPictureFile } from '../../../game/office/shop-pictures.ts'
import type { ChangedFile, EditionFileReply } from '../../../protocol/office/editions.ts'
import { Chip } from '../../parts/Chip.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { ShopPicture } from '../pictures/ShopPicture.tsx'
import { ChangeText } from './ChangeText.tsx'
import styles from './file-changes.module.css'

const LineDifference = lazy(async () => ({
  default: (await import('./LineDifference.tsx')).LineDifference,
}))

function FileText({ path, name }: { path: string; name: string }): ReactElement {
  const { data, error } = useQuery({
    queryKey: ['edition-file', path, name],
    queryFn: () => api.get<EditionFileReply>(path, { name }),
    retry: false,
  })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : (
        <Suspense fallback={null}>
          <LineDifference before={data.before ?? ''} after={data.after ?? ''} />
        </Suspense>
      )}
    </>
  )
}

interface FileChangeProps {
  file: ChangedFile
  lines: readonly EditionLine[]
  path: string
  isOpenFirst: boolean
}

function FileChange({ file: { name, what, isOwn }, lines, path, isOpenFirst }: FileChangeProps): ReactElement {
  const { t } = useTranslation('officeEditions')
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <details className={styles.file} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span className={styles.name}>{name}</span>{' '}
        <Chip tone={what === 'removed' ? 'warn' : 'calm'}>{t(`what.${what}`)}</Chip>{' '}
        <Chip>{t(isOwn ? 'whose.own' : 'whose.release')}</Chip>
      </summary>
      {isOpen ? (
        <div className={styles.inside}>
          <ul className={styles.lines}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal; they never move
              <li key={index}>
                <ChangeText line={line} />
              </li>
            ))}
          </ul>
          {isPictureFile(name) ? (
            <ShopPicture file={name} alt="" />
          ) : what === 'same' ? null : (
            <FileText path={path} name={name} />
          )}
        </div>
      ) : null}
    </details>
  )
}

interface FileChangesProps {
  files: readonly ChangedFile[]
  /** What differs, as the service writes it. */
  changes: readonly string[]
  /** The call that returns a file before and after. */
  path: string
}

export function FileChanges({ files, changes, path }: FileChangesProps): ReactElement {
  const lines = changes.map(readEditionLine).filter((line) => line !== null)
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <FileChange
          key={file.name}
          file={file}
          lines={lines.filter((line) => line.file === file.name)}
          path={path}
          isOpenFirst={files.length === 1}
        />
      ))}
    </div>
  )
}
