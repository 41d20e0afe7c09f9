// The check of the ledger and backups: what the last ones found, and a press for the next.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount } from '../../../i18n/format.ts'
import type { PressReply, SystemReply, UpkeepRun } from '../../../protocol/office/system.ts'
import { Card } from '../../parts/Card.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Facts } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import styles from './system.module.css'
import { sizeText, spanText } from './words.ts'

const TONES = { running: 'calm', done: 'good', failed: 'bad', interrupted: 'warn' } as const

/** What a run found or wrote, in a sentence. */
function useResultWords(): (run: UpkeepRun) => string {
  const { t, i18n } = useTranslation('officeSystem')
  const language = i18n.language as Language
  return ({ kind, result }) => {
    if (result === null) return ''
    const number = (name: string): string => formatCount(Number(result[name] ?? 0), language)
    if (kind === 'check') {
      const counts = { transfers: number('transfers'), rules: number('rules'), days: number('days') }
      return t('check.result', { ...counts, sealed: number('sealed') })
    }
    const size = sizeText(Number(result.bytes ?? 0), t, language)
    return t('backup.result', { file: String(result.file ?? ''), size, rows: number('rows') })
  }
}

function Runs({ runs }: { runs: readonly UpkeepRun[] }): ReactElement | null {
  const { t, i18n } = useTranslation('officeSystem')
  const resultWords = useResultWords()
  if (runs.length === 0) return null
  return (
    <ul className={styles.runs}>
      {runs.map((run) => (
        <li key={run.id}>
          <span className={styles.line}>
            <Chip tone={TONES[run.state]}>{t(`run.${run.state}`)}</Chip>
            <Moment at={run.startedAt} />
            <span className={styles.note}>{t('by', { name: run.author })}</span>
            {run.endedAt === null ? null : (
              <span className={styles.note}>{spanText(run.endedAt - run.startedAt, t, i18n.language as Language)}</span>
            )}
          </span>
          {run.progress === null ? null : (
            <progress
              className={styles.progress}
              aria-label={t('progress')}
              value={run.progress.done}
              max={run.progress.all}
            />
          )}
          {run.result === null ? null : <span className={styles.words}>{resultWords(run)}</span>}
          {run.problem === null ? null : <span className={styles.error}>{run.problem}</span>}
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  system: SystemReply
}

function useBegin(kind: 'check' | 'backup') {
  return useAct(`system.${kind}`, () => api.post<PressReply>(`/system/${kind}`, {}), [['system']])
}

const isUnderWay = (runs: readonly UpkeepRun[]): boolean => runs.some(({ state }) => state === 'running')

export function CheckCard({ system: { checks, nightCheck } }: CardProps): ReactElement {
  const { t } = useTranslation('officeSystem')
  const { mutate, isPending, error } = useBegin('check')
  return (
    <Card
      title={t('check.title')}
      aside={
        <ActButton verb="system.check" busy={isPending || isUnderWay(checks)} onClick={() => mutate(undefined)}>
          {t('check.act')}
        </ActButton>
      }
    >
      <Fault error={error} />
      <Facts
        facts={[
          [
            t('check.night'),
            nightCheck === null ? (
              t('never')
            ) : (
              <span key="night" className={styles.line}>
                <Moment at={nightCheck.endedAt} />
                <Chip tone={nightCheck.error === null ? 'good' : 'bad'}>
                  {nightCheck.error === null ? t('check.right') : t('check.broken')}
                </Chip>
              </span>
            ),
          ],
        ]}
      />
      {nightCheck === null || nightCheck.error === null ? null : <p className={styles.error}>{nightCheck.error}</p>}
      <Runs runs={checks} />
    </Card>
  )
}

export function BackupCard({ system: { backups, backupRuns } }: CardProps): ReactElement {
  const { t, i18n } = useTranslation('officeSystem')
  const language = i18n.language as Language
  const { mutate, isPending, error } = useBegin('backup')
  const { isOn, isNightly, isReadable, count, newest, lastRun, drill } = backups
  const newestWords =
    newest === null ? (
      t('never')
    ) : (
      <span key="newest" className={styles.line}>
        <Moment at={newest.at} />
        {newest.bytes === null ? null : <span>{sizeText(newest.bytes, t, language)}</span>}
      </span>
    )
  const drillWords =
    drill === null ? (
      t('never')
    ) : (
      <span key="drill" className={styles.line}>
        <Moment at={drill.at} />
        <span className={styles.note}>
          {t('backup.of')} <Moment at={drill.of} />
        </span>
      </span>
    )
  return (
    <Card
      title={t('backup.title')}
      aside={
        <ActButton
          verb="system.backup"
          busy={isPending || isUnderWay(backupRuns)}
          disabledReason={isOn ? undefined : t('backup.off')}
          onClick={() => mutate(undefined)}
        >
          {t('backup.act')}
        </ActButton>
      }
    >
      <Fault error={error} />
      {isOn ? null : <p className={styles.note}>{t('backup.off')}</p>}
      {isReadable ? null : <p className={styles.error}>{t('backup.unreadable')}</p>}
      <Facts
        facts={[
          [t('backup.newest'), newestWords],
          [t('backup.count'), formatCount(count, language)],
          [t('backup.nightly'), isNightly ? t('yes') : t('no')],
          ...(lastRun?.copied === false ? [[t('backup.copy'), t('run.failed')] as const] : []),
          [t('backup.drill'), drillWords],
        ]}
      />
      <Runs runs={backupRuns} />
    </Card>
  )
}
