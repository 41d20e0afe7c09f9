// A draft that somebody asks to publish, for the person who decides: its name, and what it changes now.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from '../Fault.tsx'
import { ChangesOf, useDraftChanges } from './DraftChanges.tsx'
import { useSavedDraft } from './use-draft.ts'

function Changes({ id, version }: { id: number; version: number }): ReactElement {
  const { data, error } = useDraftChanges({ id, version })
  return (
    <>
      <Fault error={error} />
      {data === undefined ? null : <ChangesOf id={id} changes={data} />}
    </>
  )
}

export function ProposedDraft({ id }: { id: number }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const { data, error } = useSavedDraft(id)
  return (
    <section className="stack" aria-label={t('changes.title')}>
      <Fault error={error} />
      {data === undefined ? null : (
        <>
          <h3>{data.title}</h3>
          <Changes id={id} version={data.version} />
        </>
      )}
    </section>
  )
}
