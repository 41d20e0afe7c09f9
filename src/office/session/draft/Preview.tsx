// The page as players would see it, from the players' site, in a frame: a preview of the draft, which only staff sees.
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { DraftReply, PreviewReply } from '../../../protocol/office/drafts.ts'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import styles from './draft.module.css'
import type { DraftWork } from './use-draft.ts'

/** A pass opens previews for an hour. */
const PASS_MS = 50 * 60_000

interface PreviewProps {
  work: DraftWork & { readonly saved: DraftReply }
  /** The name of the page, which is its address; empty for the home page. */
  page: string
  language: Language
}

/** Asks for the address that opens the preview of a draft. */
function usePreviewPass(draft: number | null) {
  return useQuery({
    queryKey: ['drafts', 'preview', draft],
    queryFn: () => api.post<PreviewReply>(`/drafts/${draft}/preview`),
    enabled: draft !== null,
    staleTime: PASS_MS,
    refetchInterval: PASS_MS,
  })
}

/** Returns the version of a draft to show: the newest in which nothing is wrong, null before there was one. A draft with faults has no pages. */
function useSoundVersion({ saved, saving, check }: PreviewProps['work']): number | null {
  const [shown, setShown] = useState<number | null>(null)
  const isSound = saving === 'saved' && !check.isChecking && check.faults.length === 0
  if (isSound && shown !== saved.version) setShown(saved.version)
  return isSound ? saved.version : shown
}

export function Preview({ work, page, language }: PreviewProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const { data, error } = usePreviewPass(work.saved.id)
  const version = useSoundVersion(work)
  const to = encodeURIComponent(`/${language}/${page}`)
  return (
    <section className={styles.preview} aria-label={t('preview.title')}>
      <Fault error={error} />
      {work.check.faults.length === 0 ? null : <p className={styles.waits}>{t('preview.waits')}</p>}
      {data === undefined || version === null ? null : (
        <>
          <iframe
            key={`${version} ${language} ${page}`}
            className={styles.frame}
            title={t('preview.title')}
            src={`${data.href}?to=${to}`}
          />
          <p>
            <a href={`${data.href}?to=${to}`} target="_blank" rel="noreferrer">
              {t('preview.open')}
            </a>
          </p>
        </>
      )}
    </section>
  )
}
