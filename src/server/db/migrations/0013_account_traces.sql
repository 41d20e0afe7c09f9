CREATE TABLE "account_traces" (
	"player_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "account_traces_pkey" PRIMARY KEY("player_id","kind","value","day"),
	CONSTRAINT "trace_kind_known" CHECK ("account_traces"."kind" in ('device', 'address'))
);
--> statement-breakpoint
ALTER TABLE "account_traces" ADD CONSTRAINT "account_traces_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_traces_by_value" ON "account_traces" USING btree ("kind","value");--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON account_traces TO spacedrop_app;
