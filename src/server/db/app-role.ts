// The role that the site works as, which cannot change the ledger. The migrations make it; the role of DATABASE_URL has to be able to act as it.

/** The role's name. */
export const APP_ROLE = 'spacedrop_app'

/** The privilege that `set role` needs, for pg_has_role: before PostgreSQL 16 every member has it. */
export const ACTS_AS = `case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end`

/**
 * Lets the current role act as the app's role where it cannot yet. From PostgreSQL 16 on, a role that may create roles can grant those
 * that it made, but cannot act as them before it has granted them to itself.
 */
export const GRANT_APP_ROLE = `do $$
begin
  if not pg_has_role(current_user, '${APP_ROLE}', ${ACTS_AS}) then
    execute format('grant ${APP_ROLE} to %I', current_user);
  end if;
end
$$`
