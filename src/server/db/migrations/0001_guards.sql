-- Ends a statement that cannot go on: everything that it wrote is undone, and the caller reads the code.
CREATE FUNCTION refuse(code text) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'SD001', MESSAGE = code;
END
$$;
--> statement-breakpoint
CREATE FUNCTION forbid_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'SD002';
END
$$;
--> statement-breakpoint
CREATE TRIGGER transfers_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER rolls_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON rolls
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER item_ends_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON item_ends
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
CREATE TRIGGER odds_tables_only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON odds_tables
  FOR EACH STATEMENT EXECUTE FUNCTION forbid_change();
--> statement-breakpoint
-- Both sides of every transfer as the entries of double-entry bookkeeping: they sum to zero whatever happens.
CREATE VIEW entries AS
  SELECT id AS transfer_id, debit_id AS account_id, -amount AS amount, kind, reference, at FROM transfers
  UNION ALL
  SELECT id, credit_id, amount, kind, reference, at FROM transfers;
--> statement-breakpoint
DO $$
BEGIN
  CREATE ROLE spacedrop_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
--> statement-breakpoint
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'spacedrop_app', 'MEMBER') THEN
    EXECUTE format('GRANT spacedrop_app TO %I', current_user);
  END IF;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO spacedrop_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO spacedrop_app;
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON transfers, rolls, item_ends, odds_tables FROM spacedrop_app;
--> statement-breakpoint
INSERT INTO accounts (id, name) VALUES (1, 'house:sandbox'), (2, 'house:case'), (3, 'house:items');
