// What can be done with a draft beside writing it: look at what it changes, publish, take back, drop.
import { lazy, type ReactElement, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActReply } from '../../../protocol/office/common.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { ActButton, useDisabledReason } from '../ActButton.tsx'
import { api } from '../api.ts'
import { Fault } from '../Fault.tsx'
import { withTexts } from '../language.ts'
import { usePageActions } from '../page-actions.tsx'
import { useAct } from '../use-act.ts'
import styles from './draft.module.css'
import type { DraftWork } from './use-draft.ts'

/** What the differences say: both dialogs are loaded when one is opened. */
const TEXTS = ['officeEditions', 'officeFields'] as const

const PublishDialog = lazy(
  withTexts(TEXTS, async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog })),
)

const ChangesDialog = lazy(
  withTexts(TEXTS, async () => ({ default: (await import('./DraftChanges.tsx')).ChangesDialog })),
)

interface DraftActsProps {
  work: DraftWork
  /** Leads out of a draft that was dropped. */
  onDropped: () => void
}

/** Returns why a draft cannot be published as it is. */
function usePublishReason({ saved, saving, check }: DraftWork): string | undefined {
  const { t } = useTranslation('officeDrafts')
  if (saved === undefined) return t('waits.new')
  if (saving !== 'saved') return t('waits.unsaved')
  if (saved.question?.isOld === false) return t('waits.question')
  if (check.overtaken.length > 0) return t('publish.overtaken')
  return check.faults.length === 0 ? undefined : t('publish.faults')
}

function DropDialog({ id, version, open, onClose, onDropped }: DropProps): ReactElement {
  const { t } = useTranslation(['officeDrafts', 'office'])
  const drop = () => api.post<ActReply>(`/drafts/${id}/drop`, { version })
  const { mutate, isPending, error } = useAct('drafts.drop', drop, [['drafts']])
  return (
    <Dialog open={open} onClose={onClose} title={t('drop.title')}>
      <p>{t('drop.text')}</p>
      <Fault error={error} />
      <DialogActions>
        <Button tone="danger" busy={isPending} onClick={() => mutate(undefined, { onSuccess: onDropped })}>
          {t('drop.act')}
        </Button>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface DropProps {
  id: number
  version: number
  open: boolean
  onClose: () => void
  onDropped: () => void
}

function RecallButton({ id }: { id: number }): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const recall = () => api.post<ActReply>(`/drafts/${id}/recall`, {})
  const { mutate, isPending, error } = useAct('drafts.recall', recall, [['drafts']])
  return (
    <>
      <ActButton verb="drafts.recall" prospect={{ state: 'due' }} busy={isPending} onClick={() => mutate(undefined)}>
        {t('recall')}
      </ActButton>
      <Fault error={error} />
    </>
  )
}

type Open = 'publish' | 'changes' | 'drop' | null

export function DraftActs({ work, onDropped }: DraftActsProps): ReactElement {
  const { t } = useTranslation('officeDrafts')
  const [open, setOpen] = useState<Open>(null)
  const { saved, state } = work
  const waits = usePublishReason(work)
  const mayNot = useDisabledReason('drafts.publish', { state })
  const reason = mayNot ?? waits
  usePageActions(
    useMemo(() => [{ label: t('publish.open'), run: () => setOpen('publish'), disabledReason: reason }], [t, reason]),
  )
  const nothing = saved === undefined ? t('waits.new') : undefined
  const close = (): void => setOpen(null)
  return (
    <div className={styles.acts}>
      {state === 'due' ? (
        <RecallButton id={work.id ?? 0} />
      ) : (
        <ActButton
          tone="signal"
          verb="drafts.publish"
          prospect={{ state }}
          disabledReason={waits}
          onClick={() => setOpen('publish')}
        >
          {t('publish.open')}
        </ActButton>
      )}
      <Button disabledReason={nothing} onClick={() => setOpen('changes')}>
        {t('changes.title')}
      </Button>
      {state === 'open' || state === 'failed' ? (
        <ActButton tone="ghost" verb="drafts.write" disabledReason={nothing} onClick={() => setOpen('drop')}>
          {t('drop.act')}
        </ActButton>
      ) : null}
      {saved === undefined ? null : (
        <>
          <Suspense fallback={null}>
            {open === 'publish' ? <PublishDialog draft={saved} onClose={close} /> : null}
            {open === 'changes' ? <ChangesDialog id={saved.id} version={saved.version} onClose={close} /> : null}
          </Suspense>
          <DropDialog
            id={saved.id}
            version={saved.version}
            open={open === 'drop'}
            onClose={close}
            onDropped={() => {
              close()
              onDropped()
            }}
          />
        </>
      )}
    </div>
  )
}
