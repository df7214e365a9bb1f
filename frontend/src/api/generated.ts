// Generated from openapi.json by npm run api; not to be edited.

export interface paths {
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list"];
        put: operations["turn"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["take_1"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["auditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/baselines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["baselines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/baselines/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["put"];
        post?: never;
        delete: operations["remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/baselines/{name}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["baseline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["compare"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["drawn_3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compare/next.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["next"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["facets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_5"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/figures/{name}.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["figure_1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hardware": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["hardware"];
        put?: never;
        post: operations["addHardware"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hardware.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["hardwareFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hardware/form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["hardwareForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/hardware/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeHardware"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/histories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["histories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/histories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/history.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["drawn_2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iterations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["iterations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/iterations.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["drawn_1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_4"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watch"];
        put: operations["take"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matrices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["matrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/matrices/{number}.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["heatMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/measurements.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["csv_1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/measurements.parquet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["parquet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/next.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["plan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overlay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/readings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rereads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_3"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["rows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["one_1"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["mark"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/matrices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ofRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/matrices/{number}.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["heatMapOfRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/runs/{id}/points": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["points"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scaling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["scaling"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scaling.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["drawn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["series"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/series.{ending}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["figure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/study": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["study"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/study/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["all"];
        put?: never;
        post: operations["create"];
        delete: operations["revokeNamed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["list_1"];
        put?: never;
        post: operations["addBody"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/nvcre": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["one"];
        put?: never;
        post?: never;
        delete: operations["delete"];
        options?: never;
        head?: never;
        patch: operations["change"];
        trace?: never;
    };
    "/api/v1/uploads/{id}/badge.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["badge"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/lines/found": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["found"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/mapping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mapping"];
        put: operations["say"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["problems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["raw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccessTokensAccessToken: {
            /** Format: date-time */
            created: string | null;
            createdBy: string;
            /** Format: date-time */
            expires: string | null;
            id: string;
            /** Format: date-time */
            lastUsed: string | null;
            name: string;
            /** Format: date-time */
            revoked: string | null;
            scopes: string[];
        };
        AlertsAlertList: {
            host: string | null;
            items: components["schemas"]["AlertsItem"][];
            off: boolean;
        };
        AlertsItem: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            madeAt: string;
            /** Format: date-time */
            sentAt: string | null;
            text: string;
            /** Format: int32 */
            tries: number;
            url: string;
        };
        AlertsTurned: {
            off?: boolean | null;
        };
        AuditLogEntry: {
            /** Format: date-time */
            at: string;
            client: string;
            method: string;
            path: string;
            /** Format: int32 */
            status: number;
            subject: string;
            who: string;
        };
        BaselinesBaseline: {
            /** Format: date-time */
            at: string;
            by: string;
            name: string;
            runs: string[];
        };
        BlockFileFound: {
            positions: number[];
            /** Format: int64 */
            total: number;
        };
        CompareAnswer: {
            a: components["schemas"]["CompareSide"];
            b: components["schemas"]["CompareSide"];
            data: components["schemas"]["Snapshot"];
            details: string;
            differences: components["schemas"]["FingerprintDifference"][];
            headline: string;
            /** Format: double */
            indifferent: number;
            next: components["schemas"]["NextRun"];
            /** Format: int64 */
            onlyInA: number;
            /** Format: int64 */
            onlyInB: number;
            places: components["schemas"]["CompareItem"][];
            repeated: boolean;
        };
        CompareItem: {
            a: components["schemas"]["CompareValues"];
            b: components["schemas"]["CompareValues"];
            /** Format: int64 */
            bytes: number | null;
            datatype: string;
            /** Format: double */
            effect: number;
            /** Format: double */
            high: number;
            library: string;
            /** Format: double */
            low: number;
            operation: string;
            /** Format: double */
            pValue: number;
            placement: string | null;
            problem: string;
            /** Format: int32 */
            ranks: number | null;
            repeated: boolean;
            title: string;
            url: string;
            variant: string;
            /** @enum {string} */
            verdict: "faster" | "slower" | "same" | "ambiguous";
        };
        CompareRun: {
            filename: string;
            id: string;
            upload: string;
        };
        CompareSide: {
            flags: components["schemas"]["CompareSideFlag"][];
            /** Format: int64 */
            measurements: number;
            runs: components["schemas"]["CompareRun"][];
            title: string;
        };
        CompareSideFlag: {
            detail: string;
            filename: string;
            title: string;
        };
        CompareValues: {
            /** Format: double */
            algbw: number | null;
            /** Format: double */
            busbw: number | null;
            /** Format: int32 */
            repetitions: number;
            /** Format: double */
            time: number;
        };
        Facets: {
            bytes: components["schemas"]["FacetsValue"][];
            datatype: components["schemas"]["FacetsValue"][];
            environment: components["schemas"]["FacetsValue"][];
            gpu: components["schemas"]["FacetsValue"][];
            instanceType: components["schemas"]["FacetsValue"][];
            layout: components["schemas"]["FacetsValue"][];
            library: components["schemas"]["FacetsValue"][];
            libraryVersion: components["schemas"]["FacetsValue"][];
            links: components["schemas"]["FacetsValue"][];
            metrics: ("busbw" | "algbw" | "time" | "speedup" | "efficiency" | "time_min" | "time_p50" | "time_p99" | "time_max" | "time_above_ideal")[];
            nodes: components["schemas"]["FacetsValue"][];
            operation: components["schemas"]["FacetsValue"][];
            place: components["schemas"]["FacetsValue"][];
            placement: components["schemas"]["FacetsValue"][];
            problem: components["schemas"]["FacetsValue"][];
            ranks: components["schemas"]["FacetsValue"][];
            redop: components["schemas"]["FacetsValue"][];
            root: components["schemas"]["FacetsValue"][];
            settings: components["schemas"]["FacetsValue"][];
            timing: components["schemas"]["FacetsValue"][];
            tool: components["schemas"]["FacetsValue"][];
            toolVersion: components["schemas"]["FacetsValue"][];
            transport: components["schemas"]["FacetsValue"][];
            variant: components["schemas"]["FacetsValue"][];
        };
        FacetsValue: {
            /** Format: int64 */
            count: number;
            value: string | number;
        };
        FigureAxisJson: {
            column: string;
            label: string;
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            scale: string;
            ticks: components["schemas"]["FigureTickJson"][];
            unit: string;
        };
        FigureInfo: {
            aggregation: string;
            description: string;
            name: string;
            source: string;
            study: boolean;
            styles: string[];
            title: string;
        };
        FigureJson: {
            aggregation: string;
            description: string;
            name: string;
            panels: components["schemas"]["FigurePanelJson"][];
            source: string;
            style: string;
            title: string;
        };
        FigureLevelJson: {
            label: string;
            /** Format: double */
            y: number;
        };
        FigurePanelJson: {
            kind: string;
            notes: string[];
            references: components["schemas"]["FigureLevelJson"][];
            series: components["schemas"]["FigureSeriesJson"][];
            slopes: components["schemas"]["FigureSlopeJson"][];
            title: string;
            x: components["schemas"]["FigureAxisJson"];
            y: components["schemas"]["FigureAxisJson"];
        };
        FigurePointJson: {
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            /** Format: int32 */
            n: number;
            x: string | number;
            /** Format: double */
            y: number;
        };
        FigureSeriesJson: {
            color: string;
            dashed: boolean;
            name: string;
            points: components["schemas"]["FigurePointJson"][];
        };
        FigureSlopeJson: {
            from: number[];
            label: string;
            to: number[];
        };
        FigureTickJson: {
            label: string;
            /** Format: double */
            value: number;
        };
        FindingMark: {
            axis: string;
            /** Format: double */
            from: number;
            label: string;
            /** Format: double */
            to: number;
        };
        FindingQuantity: {
            name: string;
            unit: string;
            /** Format: double */
            value: number;
        };
        FindingsAnswer: {
            headline: components["schemas"]["MainPoint"];
            items: components["schemas"]["FindingsItem"][];
            /** Format: int64 */
            measurements: number;
            /** Format: int32 */
            runs: number;
            /** Format: int32 */
            shown: number;
        };
        FindingsItem: {
            adds: string | null;
            /** @enum {string} */
            confidence: "certain" | "likely" | "ambiguous";
            marks: components["schemas"]["FindingMark"][];
            next: string | null;
            numbers: components["schemas"]["FindingQuantity"][];
            /** Format: int32 */
            rowCount: number;
            rows: components["schemas"]["RowRef"][];
            rule: string;
            sentence: string;
            /** @enum {string} */
            severity: "wrong" | "warning" | "notice";
            url: string | null;
        };
        FingerprintDifference: {
            a: string[];
            b: string[];
            name: string;
        };
        Hardware: {
            fabrics: string[];
            items: components["schemas"]["HardwareItem"][];
        };
        HardwareForms: {
            items: components["schemas"]["ProfileForm"][];
            yaml: string;
        };
        HardwareItem: {
            /** Format: date-time */
            at: string | null;
            by: string | null;
            fabric: string;
            gpus: string[];
            /** Format: double */
            hbm: number;
            id: string;
            instances: string[];
            /** Format: int32 */
            interfaces: number | null;
            /** @enum {string} */
            keptBy: "users" | "file" | "bundled";
            /** Format: double */
            nic: number | null;
            /** Format: int32 */
            nodeGpus: number;
            /** Format: double */
            nvlink: number;
            nvls: boolean;
            /** Format: double */
            pcie: number;
            source: string;
            title: string;
            /** Format: int32 */
            values: number;
            yaml: string;
        };
        HardwarePut: {
            ids: string[];
        };
        HeatMatrixMatrixCell: {
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            /** Format: int32 */
            n: number;
            /** Format: double */
            time: number | null;
            /** Format: int64 */
            wrong: number | null;
            /** Format: double */
            y: number;
        };
        HistoryBase: {
            name: string;
            runs: string[];
        };
        HistoryDetail: {
            baselines: components["schemas"]["HistoryBase"][];
            changes: components["schemas"]["HistoryStep"][];
            data: components["schemas"]["Snapshot"];
            history: components["schemas"]["HistorySummary"];
            leftOut: string[];
            runs: components["schemas"]["HistoryItem"][];
            sizes: number[];
            trend: components["schemas"]["Trend"] | null;
        };
        HistoryItem: {
            /** Format: date-time */
            at: string;
            dated: boolean;
            filename: string;
            id: string;
            libraryVersion: string;
            times: number[];
        };
        HistoryStep: {
            after: string;
            before: string;
            differs: components["schemas"]["FingerprintDifference"][];
            /** Format: double */
            effect: number;
            /** Format: double */
            pValue: number;
            sizes: number[];
            url: string;
        };
        HistorySummary: {
            change: components["schemas"]["HistorySummaryLast"] | null;
            /** Format: int32 */
            comparable: number | null;
            datatype: string;
            environment: string;
            /** Format: date-time */
            firstRun: string;
            hardware: string;
            id: string;
            /** Format: date-time */
            lastRun: string;
            library: string;
            /** Format: int32 */
            missing: number | null;
            /** Format: int32 */
            nodes: number;
            operation: string;
            place: string;
            /** Format: int32 */
            ranks: number;
            settings: string;
            timing: string;
            title: string;
            tool: string;
            transport: string;
            /** Format: double */
            trend: number | null;
            variant: string;
        };
        HistorySummaryLast: {
            /** Format: date-time */
            at: string;
            /** Format: double */
            effect: number;
            /** Format: double */
            pValue: number;
            sizes: number[];
        };
        Iterations: {
            /** Format: double */
            max: number | null;
            /** Format: double */
            min: number | null;
            /** Format: int64 */
            n: number;
            /** Format: double */
            p50: number;
            /** Format: double */
            p99: number | null;
            /** Format: double */
            wrong: number | null;
            /** Format: int64 */
            x: number;
        };
        IterationsAnswer: {
            common: components["schemas"]["SeriesSaid"][];
            data: components["schemas"]["Snapshot"];
            series: components["schemas"]["IterationsCurve"][];
            truncated: boolean;
            /** Format: int32 */
            unknown: number;
        };
        IterationsCurve: {
            flagged: components["schemas"]["SeriesFlaggedRun"][];
            id: string;
            key: {
                [key: string]: string | number | null;
            };
            label: string;
            points: components["schemas"]["Iterations"][];
            runs: string[];
        };
        LinesItem: {
            /** @enum {string} */
            became: "row" | "note" | "problem";
            cut: boolean;
            facts: string[];
            /** Format: int64 */
            line: number;
            /** Format: int64 */
            position: number;
            reason: string | null;
            /** Format: int32 */
            rows: number;
            run: string | null;
            source: string | null;
            text: string;
        };
        LinesPage: {
            /** Format: int64 */
            from: number;
            items: components["schemas"]["LinesItem"][];
            /** Format: int64 */
            lines: number;
            /** Format: int64 */
            total: number;
        };
        ListingAuditLogEntry: {
            items: components["schemas"]["AuditLogEntry"][];
            /** Format: int64 */
            total: number;
        };
        ListingReimport: {
            items: components["schemas"]["Reimport"][];
            /** Format: int64 */
            total: number;
        };
        ListingUploadsLineProblem: {
            items: components["schemas"]["UploadsLineProblem"][];
            /** Format: int64 */
            total: number;
        };
        LiveEnded: {
            live: components["schemas"]["LiveRunLive"] | null;
            upload: string | null;
        };
        LiveRow: {
            key: components["schemas"]["OverlayKey"];
            point: components["schemas"]["OverlayPoint"];
        };
        LiveRunLive: {
            /** Format: date-time */
            begunAt: string;
            /** Format: int32 */
            count: number;
            /** Format: int32 */
            from: number;
            id: string;
            name: string;
            /** Format: date-time */
            newsAt: string;
            progress: components["schemas"]["LiveUpdateProgress"] | null;
            rows: components["schemas"]["LiveRow"][];
            /** @enum {string} */
            state: "running" | "ended" | "stopped";
            truncated: boolean;
            upload: string | null;
        };
        LiveTaken: {
            /** Format: int32 */
            rows: number;
            url: string;
        };
        LiveUpdate: {
            /** Format: int32 */
            from: number;
            name: string;
            progress?: components["schemas"]["LiveUpdateProgress"] | null;
            rows: string;
            /** @enum {string} */
            state: "running" | "ended" | "stopped";
            upload?: string | null;
        };
        LiveUpdateProgress: {
            doing: string;
            /** Format: int32 */
            done: number;
            /** Format: int32 */
            of: number;
            /** Format: int64 */
            secondsLeft?: number | null;
            unit: string;
        };
        MainPoint: {
            /** @enum {string} */
            consequence: "failed" | "wrong" | "sockets" | "straggler" | "cliff" | "below" | "doubt" | "remark" | "note" | "caveat" | "usual" | "background";
            sentence: string;
        };
        MappingDraft: {
            certain: boolean;
            columns: components["schemas"]["MappingDraftColumn"][];
            decimalComma: boolean;
            doubts: string[];
            meanings: components["schemas"]["MappingDraftChoice"][];
            operation: string | null;
            operations: components["schemas"]["MappingDraftNamed"][];
            rows: string[][];
            separator: string;
            /** Format: int32 */
            table: number;
            tables: components["schemas"]["MappingDraftTable"][];
        };
        MappingDraftAnswer: {
            columns?: components["schemas"]["MappingDraftColumnAnswer"][] | null;
            operation?: string | null;
            remember?: boolean | null;
        };
        MappingDraftChoice: {
            id: string;
            title: string;
            units: components["schemas"]["MappingDraftNamed"][];
        };
        MappingDraftColumn: {
            certainty: string;
            header: string;
            label: string | null;
            meaning: string;
            unit: string | null;
        };
        MappingDraftColumnAnswer: {
            label?: string | null;
            meaning?: string | null;
            unit?: string | null;
        };
        MappingDraftNamed: {
            id: string;
            title: string;
        };
        MappingDraftTable: {
            certain: boolean;
            header: string[];
            heading: string;
            leftOut: boolean;
            source: string;
        };
        MarksBaselineList: {
            items: components["schemas"]["BaselinesBaseline"][];
        };
        MarksNewBaseline: {
            runs: string[];
        };
        MarksRunMarks: {
            note: components["schemas"]["NotesNote"] | null;
            tags: string[];
        };
        MarksTagList: {
            items: components["schemas"]["TagsUsed"][];
        };
        MarksUpdate: {
            note?: string | null;
            tags?: string[] | null;
        };
        MatchingCurves: {
            /** Format: int32 */
            curves: number;
            fixes: components["schemas"]["SeriesFix"][];
            /** @enum {string} */
            metric: "busbw" | "algbw" | "time" | "efficiency";
        };
        Matrices: {
            items: components["schemas"]["MatricesItem"][];
        };
        MatricesItem: {
            /** Format: int64 */
            bytes: number | null;
            cells: (components["schemas"]["HeatMatrixMatrixCell"] | null)[][];
            columns: string[];
            /** Format: double */
            from: number;
            group: string;
            kind: string;
            label: string;
            metric: string;
            /** Format: int32 */
            number: number;
            rows: string[];
            /** Format: int32 */
            runs: number;
            title: string;
            /** Format: double */
            to: number;
            unit: string | null;
        };
        NextRun: {
            command: string | null;
            said: string[];
        };
        NotesNote: {
            /** Format: date-time */
            at: string;
            by: string;
            text: string;
        };
        Overlay: {
            curves: components["schemas"]["OverlayCurve"][];
            filename: string;
            formats: string[];
            /** Format: int64 */
            lines: number;
            /** Format: int64 */
            problems: number;
            truncated: boolean;
        };
        OverlayCurve: {
            key: components["schemas"]["OverlayKey"];
            points: components["schemas"]["OverlayPoint"][];
        };
        OverlayKey: {
            datatype: string | null;
            library: string | null;
            /** Format: int32 */
            nodes: number | null;
            operation: string;
            placement: string | null;
            problem: string | null;
            /** Format: int32 */
            ranks: number | null;
            /** Format: int32 */
            section: number;
            settings: string;
            variant: string | null;
        };
        OverlayPoint: {
            /** Format: double */
            algbw: number | null;
            /** Format: double */
            busbw: number | null;
            /** Format: int64 */
            bytes: number | null;
            /** Format: double */
            time: number | null;
            /** Format: double */
            wrong: number | null;
        };
        Overview: {
            data: components["schemas"]["Snapshot"];
            figures: components["schemas"]["FigureInfo"][];
            /** Format: int64 */
            importing: number;
            latestRuns: components["schemas"]["Run"][];
            libraries: components["schemas"]["OverviewValue"][];
            operations: components["schemas"]["OverviewValue"][];
            /** Format: int64 */
            points: number;
            /** Format: int64 */
            problems: number;
            /** Format: int64 */
            runs: number;
            /** Format: int64 */
            uploads: number;
            version: string;
        };
        OverviewValue: {
            /** Format: int64 */
            count: number;
            value: string | number;
        };
        PinnedListingHistorySummary: {
            data: components["schemas"]["Snapshot"];
            items: components["schemas"]["HistorySummary"][];
            /** Format: int64 */
            total: number;
        };
        PinnedListingRun: {
            data: components["schemas"]["Snapshot"];
            items: components["schemas"]["Run"][];
            /** Format: int64 */
            total: number;
        };
        PinnedListingUpload: {
            data: components["schemas"]["Snapshot"];
            items: components["schemas"]["Upload"][];
            /** Format: int64 */
            total: number;
        };
        ProfileForm: {
            id: string;
            instance: boolean;
            name: string;
            /** Format: int32 */
            nodeGpus: number;
        };
        Reimport: {
            after: components["schemas"]["ReimportCounts"];
            before: components["schemas"]["ReimportCounts"];
            changed: boolean;
            /** Format: int64 */
            changedRows: number | null;
            /** Format: date-time */
            endedAt: string | null;
            filename: string;
            message: string | null;
            /** @enum {string} */
            state: "importing" | "ready" | "needs_mapping" | "failed";
            summary: string;
            upload: string;
            url: string;
        };
        ReimportCounts: {
            format: string | null;
            /** Format: int64 */
            lines: number;
            parsers: string;
            /** Format: int64 */
            problems: number;
            /** Format: int64 */
            rows: number;
            /** Format: int64 */
            runs: number;
            /** @enum {string} */
            state: "importing" | "ready" | "needs_mapping" | "failed";
        };
        ReimportsBegun: {
            parsers: string;
            /** Format: int32 */
            uploads: number;
        };
        RowRef: {
            /** Format: int64 */
            line: number;
            /** Format: int64 */
            ordinal: number;
            run: string;
            source: string;
        };
        Rows: {
            columns: string[];
            rows: (string | number | null)[][];
            /** Format: int64 */
            total: number;
        };
        Run: {
            bundled: boolean;
            command: string | null;
            filename: string;
            flags: components["schemas"]["RunFlag"][];
            gpu: string | null;
            id: string;
            instanceType: string | null;
            library: string | null;
            libraryVersion: string | null;
            /** Format: int64 */
            line: number | null;
            /** Format: double */
            maxAlgbw: number | null;
            /** Format: double */
            maxBusbw: number | null;
            /** Format: int64 */
            maxBytes: number | null;
            /** Format: int64 */
            minBytes: number | null;
            /** Format: double */
            minTime: number | null;
            nodes: number[];
            operations: string[];
            placements: string[];
            /** Format: int64 */
            points: number;
            /** Format: int64 */
            problems: number;
            ranks: number[];
            /** Format: int32 */
            section: number;
            source: string | null;
            startedAt: string | null;
            /** Format: date-time */
            storedAt: string;
            tags: string[];
            title: string | null;
            tool: string;
            toolVersion: string | null;
            upload: string;
            /** Format: int64 */
            uploadProblems: number;
            url: string;
            variants: string[];
            /** Format: int64 */
            wrong: number;
        };
        RunDetail: {
            baselines: string[];
            bundled: boolean;
            command: string | null;
            data: components["schemas"]["Snapshot"];
            filename: string;
            fingerprint: components["schemas"]["RunDetailFact"][];
            flags: components["schemas"]["RunFlag"][];
            gpu: string | null;
            id: string;
            instanceType: string | null;
            library: string | null;
            libraryVersion: string | null;
            /** Format: int64 */
            line: number | null;
            /** Format: double */
            maxAlgbw: number | null;
            /** Format: double */
            maxBusbw: number | null;
            /** Format: int64 */
            maxBytes: number | null;
            /** Format: int64 */
            minBytes: number | null;
            /** Format: double */
            minTime: number | null;
            nodes: number[];
            note: components["schemas"]["NotesNote"] | null;
            operations: string[];
            placements: string[];
            /** Format: int64 */
            points: number;
            /** Format: int64 */
            problems: number;
            ranks: number[];
            /** Format: int32 */
            section: number;
            series: components["schemas"]["RunDetailPart"][];
            source: string | null;
            startedAt: string | null;
            /** Format: date-time */
            storedAt: string;
            tags: string[];
            title: string | null;
            tool: string;
            toolVersion: string | null;
            upload: string;
            /** Format: int64 */
            uploadProblems: number;
            url: string;
            variants: string[];
            /** Format: int64 */
            wrong: number;
        };
        RunDetailFact: {
            name: string;
            value: string;
        };
        RunDetailPart: {
            operation: string;
            placement: string;
            /** Format: int64 */
            points: number;
            /** Format: int32 */
            ranks: number | null;
            variant: string;
        };
        RunFlag: {
            detail: string;
            id: string;
            title: string;
        };
        RunsPoints: {
            columns: string[];
            rows: (string | number | null)[][];
            /** Format: int64 */
            total: number;
        };
        ScalingAnswer: {
            apart: string[];
            curves: components["schemas"]["ScalingItem"][];
            data: components["schemas"]["Snapshot"];
            /** Format: double */
            level: number;
            matching: components["schemas"]["MatchingCurves"][];
            /** Format: int64 */
            measurements: number;
            truncated: boolean;
        };
        ScalingBeyond: {
            /** Format: double */
            factor: number | null;
            /** Format: double */
            high: number;
            /** Format: double */
            low: number;
            /** Format: int32 */
            ranks: number;
            /** Format: double */
            time: number;
        };
        ScalingContinued: {
            /** Format: double */
            backtest: number | null;
            law: string;
            points: components["schemas"]["ScalingBeyond"][];
            refusal: string | null;
        };
        ScalingItem: {
            /** Format: int64 */
            bytes: number | null;
            datatype: string;
            environment: string;
            forecast: components["schemas"]["ScalingContinued"] | null;
            hardware: string;
            library: string;
            libraryVersion: string;
            operation: string;
            place: string;
            placement: string | null;
            points: components["schemas"]["ScalingMeasured"][];
            /** Format: int32 */
            runCount: number;
            runs: string[];
            series: string;
            settings: string;
            timing: string;
            title: string;
            tool: string;
            toolVersion: string;
            transport: string;
            variant: string;
        };
        ScalingMeasured: {
            /** Format: double */
            algbw: number | null;
            /** Format: double */
            busbw: number | null;
            checked: boolean;
            /** Format: double */
            efficiency: number | null;
            /** Format: int32 */
            n: number;
            /** Format: int32 */
            nodes: number;
            /** Format: int32 */
            ranks: number;
            /** Format: double */
            time: number;
        };
        SeriesAnswer: {
            aggregation: string;
            /** @enum {string} */
            combined: "runs" | "repetitions" | "versions" | "places";
            common: components["schemas"]["SeriesSaid"][];
            data: components["schemas"]["Snapshot"];
            differs: string[];
            fix: components["schemas"]["SeriesFix"][];
            matching: components["schemas"]["SeriesMatching"];
            series: components["schemas"]["SeriesCurve"][];
            truncated: boolean;
            warnings: string[];
            x: components["schemas"]["SeriesAxis"];
            y: components["schemas"]["SeriesAxis"];
        };
        SeriesAxis: {
            label: string;
            name: string;
            unit: string | null;
        };
        SeriesChoice: {
            /** Format: int64 */
            curves: number;
            title: string;
            value: string | number;
        };
        SeriesCurve: {
            byRank: boolean;
            differs: components["schemas"]["SeriesSaid"][];
            flagged: components["schemas"]["SeriesFlaggedRun"][];
            id: string;
            key: {
                [key: string]: string | number | null;
            };
            label: string;
            points: components["schemas"]["SeriesPoint"][];
            runs: string[];
        };
        SeriesFix: {
            /** @enum {string} */
            dimension: "operation" | "library" | "variant" | "placement" | "ranks" | "nodes" | "bytes" | "problem" | "instanceType" | "gpu" | "place" | "transport" | "datatype" | "redop" | "root" | "tool" | "libraryVersion" | "toolVersion" | "settings" | "environment" | "timing" | "layout" | "links";
            values: components["schemas"]["SeriesChoice"][];
        };
        SeriesFlaggedRun: {
            flags: components["schemas"]["RunFlag"][];
            run: string;
        };
        SeriesMatching: {
            atLeast: boolean;
            /** Format: int64 */
            curves: number;
            /** Format: int64 */
            measurements: number;
            /** Format: int32 */
            readable: number;
            /** Format: int64 */
            runs: number;
        };
        SeriesPoint: {
            /** Format: double */
            high: number;
            /** Format: double */
            low: number;
            /** Format: double */
            max: number;
            /** Format: double */
            min: number;
            /** Format: int64 */
            n: number;
            runs: number[] | null;
            /** Format: double */
            wrong: number | null;
            /** Format: int64 */
            x: number;
            /** Format: double */
            y: number;
        };
        SeriesSaid: {
            name: string;
            title: string;
            value: string | number;
        };
        Session: {
            demo: boolean;
            name: string;
            readOnly: boolean;
            scopes: string[];
            tokenRequired: boolean;
        };
        Snapshot: {
            /** Format: int64 */
            latest: number;
            /** Format: int64 */
            newer: number;
            pinned: boolean;
            /** Format: int64 */
            until: number;
        };
        SqlAnswer: {
            columns: components["schemas"]["SqlColumn"][];
            more: boolean;
            rows: (string | number | null)[][];
        };
        SqlColumn: {
            name: string;
            type: string;
        };
        SqlQuestion: {
            query?: string | null;
        };
        SseEmitter: {
            /** Format: int64 */
            timeout?: number;
        };
        StudyItem: {
            again: components["schemas"]["StudyLater"] | null;
            claim: string;
            number: string;
            points: string[];
            /** Format: int32 */
            rowCount: number;
            /** @enum {string} */
            ruling: "supported" | "partly" | "not";
            title: string;
            url: string;
        };
        StudyLater: {
            limits: string;
            points: string[];
            /** Format: int32 */
            rowCount: number;
            url: string;
            where: string;
        };
        TagsUsed: {
            /** Format: int64 */
            runs: number;
            tag: string;
        };
        TokensNewToken: {
            name: string;
            token: string;
        };
        TokensTokenWanted: {
            expires?: string | null;
            name?: string | null;
            scopes?: string[] | null;
        };
        Trend: {
            /** Format: double */
            effect: number;
            /** Format: double */
            pValue: number;
            sizes: number[];
        };
        Upload: {
            bundled: boolean;
            /** Format: int64 */
            bytes: number;
            /** Format: date-time */
            eraseAt: string | null;
            failures: string[];
            /** Format: int64 */
            fileProblems: number;
            filename: string;
            format: string | null;
            formatDescription: string | null;
            hidden: boolean;
            id: string;
            /** Format: int64 */
            lines: number;
            message: string | null;
            /** Format: int64 */
            notes: number;
            /** Format: int64 */
            problems: number;
            /** Format: int64 */
            rowLines: number;
            /** Format: int64 */
            rows: number;
            runIds: string[];
            /** Format: int64 */
            runs: number;
            sha256: string;
            /** @enum {string} */
            state: "importing" | "ready" | "needs_mapping" | "failed";
            /** Format: date-time */
            storedAt: string;
            summary: string | null;
            title: string | null;
            url: string;
        };
        UploadShelfChange: {
            hidden?: boolean | null;
            title?: string | null;
        };
        UploadsLineProblem: {
            /** Format: int64 */
            line: number;
            /** Format: int64 */
            position: number;
            reason: string;
            run: string | null;
            source: string | null;
            text: string | null;
        };
        Usage: {
            /** Format: int64 */
            databaseBytes: number;
            /** Format: int64 */
            freeBytes: number;
            /** Format: int64 */
            quotaBytes: number | null;
            /** Format: int64 */
            uploadBytes: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsAlertList"];
                };
            };
        };
    };
    turn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertsTurned"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsAlertList"];
                };
            };
        };
    };
    take_1: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    auditLog: {
        parameters: {
            query?: {
                q?: string;
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingAuditLogEntry"];
                };
            };
        };
    };
    baselines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarksBaselineList"];
                };
            };
        };
    };
    put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarksNewBaseline"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BaselinesBaseline"];
                };
            };
        };
    };
    remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    baseline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    compare: {
        parameters: {
            query: {
                a: string[];
                b: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareAnswer"];
                };
            };
        };
    };
    drawn_3: {
        parameters: {
            query: {
                a: string[];
                b: string[];
                show?: "curves" | "ratio";
                metric?: "busbw" | "algbw" | "time";
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
            };
            header?: never;
            path: {
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    next: {
        parameters: {
            query: {
                a: string[];
                b: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/yaml": string;
                };
            };
        };
    };
    facets: {
        parameters: {
            query?: {
                metric?: "busbw" | "algbw" | "time" | "speedup" | "efficiency" | "time_min" | "time_p50" | "time_p99" | "time_max" | "time_above_ideal";
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
        };
    };
    list_5: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FigureInfo"][];
                };
            };
        };
    };
    figure_1: {
        parameters: {
            query?: {
                style?: string;
                theme?: string;
                thumbnail?: boolean;
            };
            header?: never;
            path: {
                name: string;
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FigureJson"];
                };
            };
        };
    };
    findings: {
        parameters: {
            query?: {
                figure?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindingsAnswer"];
                };
            };
        };
    };
    hardware: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hardware"];
                };
            };
        };
    };
    addHardware: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HardwarePut"];
                };
            };
        };
    };
    hardwareFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/yaml": string;
                };
            };
        };
    };
    hardwareForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HardwareForms"];
                };
            };
        };
    };
    removeHardware: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    histories: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedListingHistorySummary"];
                };
            };
        };
    };
    history: {
        parameters: {
            query?: {
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryDetail"];
                };
            };
        };
    };
    drawn_2: {
        parameters: {
            query?: {
                id?: string;
                size?: number;
                baseline?: string;
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path: {
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    iterations: {
        parameters: {
            query?: {
                combine?: "runs" | "repetitions" | "versions" | "places";
                a?: string[];
                b?: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IterationsAnswer"];
                };
            };
        };
    };
    drawn_1: {
        parameters: {
            query?: {
                shape?: "boxes" | "bands";
                combine?: "runs" | "repetitions" | "versions" | "places";
                a?: string[];
                b?: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path: {
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    list_4: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveRunLive"][];
                };
            };
        };
    };
    watch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveEnded"];
                    "text/event-stream": components["schemas"]["SseEmitter"];
                };
            };
        };
    };
    take: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveTaken"];
                };
            };
        };
    };
    matrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Matrices"];
                };
            };
        };
    };
    heatMap: {
        parameters: {
            query?: {
                theme?: string;
            };
            header?: never;
            path: {
                number: number;
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    csv_1: {
        parameters: {
            query?: {
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    parquet: {
        parameters: {
            query?: {
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    plan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/yaml": string;
                };
            };
        };
    };
    read: {
        parameters: {
            query: {
                filename: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": {
                    /** Format: binary */
                    body?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overlay"];
                };
            };
        };
    };
    overview: {
        parameters: {
            query?: {
                until?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    begin: {
        parameters: {
            query?: {
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReimportsBegun"];
                };
            };
        };
    };
    list_3: {
        parameters: {
            query?: {
                changed?: boolean;
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingReimport"];
                };
            };
        };
    };
    rows: {
        parameters: {
            query: {
                in: string;
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rows"];
                };
            };
        };
    };
    list_2: {
        parameters: {
            query?: {
                q?: string;
                upload?: string[];
                flag?: string[];
                tag?: string[];
                sort?: string;
                page?: number;
                size?: number;
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedListingRun"];
                };
            };
        };
    };
    one_1: {
        parameters: {
            query?: {
                until?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetail"];
                };
            };
        };
    };
    csv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    mark: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarksUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarksRunMarks"];
                };
            };
        };
    };
    ofRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Matrices"];
                };
            };
        };
    };
    heatMapOfRun: {
        parameters: {
            query?: {
                theme?: string;
            };
            header?: never;
            path: {
                id: string;
                number: number;
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    points: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunsPoints"];
                };
            };
        };
    };
    scaling: {
        parameters: {
            query?: {
                forecast?: boolean;
                upload?: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScalingAnswer"];
                };
            };
        };
    };
    drawn: {
        parameters: {
            query?: {
                metric?: "busbw" | "algbw" | "time" | "efficiency";
                fixed?: "message" | "rank";
                forecast?: boolean;
                stack?: string[];
                upload?: string[];
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path: {
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    series: {
        parameters: {
            query?: {
                x?: "size" | "gpus";
                metric?: "busbw" | "algbw" | "time" | "speedup" | "efficiency" | "time_min" | "time_p50" | "time_p99" | "time_max" | "time_above_ideal";
                aggregate?: "none" | "mean";
                combine?: "runs" | "repetitions" | "versions" | "places";
                limit?: number;
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesAnswer"];
                };
            };
        };
    };
    figure: {
        parameters: {
            query?: {
                x?: "size" | "gpus";
                metric?: "busbw" | "algbw" | "time" | "speedup" | "efficiency" | "time_min" | "time_p50" | "time_p99" | "time_max" | "time_above_ideal";
                aggregate?: "none" | "mean";
                combine?: "runs" | "repetitions" | "versions" | "places";
                limit?: number;
                /** @description Any of these values of operation; none = where it is empty */
                operation?: string[];
                /** @description Any of these values of library; none = where it is empty */
                library?: string[];
                /** @description Any of these values of variant; none = where it is empty */
                variant?: string[];
                /** @description Any of these values of placement; none = where it is empty */
                placement?: string[];
                /** @description Any of these values of ranks; none = where it is empty */
                ranks?: string[];
                /** @description Any of these values of nodes; none = where it is empty */
                nodes?: string[];
                /** @description Any of these values of bytes; none = where it is empty */
                bytes?: string[];
                /** @description Any of these values of problem; none = where it is empty */
                problem?: string[];
                /** @description Any of these values of instanceType; none = where it is empty */
                instanceType?: string[];
                /** @description Any of these values of gpu; none = where it is empty */
                gpu?: string[];
                /** @description Any of these values of place; none = where it is empty */
                place?: string[];
                /** @description Any of these values of transport; none = where it is empty */
                transport?: string[];
                /** @description Any of these values of datatype; none = where it is empty */
                datatype?: string[];
                /** @description Any of these values of redop; none = where it is empty */
                redop?: string[];
                /** @description Any of these values of root; none = where it is empty */
                root?: string[];
                /** @description Any of these values of tool; none = where it is empty */
                tool?: string[];
                /** @description Any of these values of libraryVersion; none = where it is empty */
                libraryVersion?: string[];
                /** @description Any of these values of toolVersion; none = where it is empty */
                toolVersion?: string[];
                /** @description Any of these values of settings; none = where it is empty */
                settings?: string[];
                /** @description Any of these values of environment; none = where it is empty */
                environment?: string[];
                /** @description Any of these values of timing; none = where it is empty */
                timing?: string[];
                /** @description Any of these values of layout; none = where it is empty */
                layout?: string[];
                /** @description Any of these values of links; none = where it is empty */
                links?: string[];
                /** @description Any of these runs, by id */
                run?: string[];
                /** @description Only the uploads until this one, as data.until of an answer names it */
                until?: string[];
                /** @description Only runs made on this day or later, such as 2026-01-31 */
                from?: string[];
                /** @description Only runs made on this day or before */
                to?: string[];
            };
            header?: never;
            path: {
                ending: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    sql: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SqlQuestion"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlAnswer"];
                };
            };
        };
    };
    study: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyItem"][];
                };
            };
        };
    };
    report: {
        parameters: {
            query: {
                of: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    tags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarksTagList"];
                };
            };
        };
    };
    all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokensAccessToken"][];
                };
            };
        };
    };
    create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokensTokenWanted"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokensNewToken"];
                };
            };
        };
    };
    revokeNamed: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_1: {
        parameters: {
            query?: {
                q?: string;
                bundled?: boolean;
                hidden?: boolean;
                page?: number;
                size?: number;
                until?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedListingUpload"];
                };
            };
        };
    };
    addBody: {
        parameters: {
            query?: {
                wait?: number;
                pseudonymise?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "multipart/form-data": {
                    file?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    deliver: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    one: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    delete: {
        parameters: {
            query?: {
                now?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadShelfChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
        };
    };
    badge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    lines: {
        parameters: {
            query?: {
                from?: number;
                size?: number;
                only?: "row" | "note" | "problem";
                after?: number;
                before?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinesPage"];
                };
            };
        };
    };
    found: {
        parameters: {
            query: {
                q: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockFileFound"];
                };
            };
        };
    };
    mapping: {
        parameters: {
            query?: {
                table?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingDraft"];
                };
            };
        };
    };
    say: {
        parameters: {
            query?: {
                table?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingDraftAnswer"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingDraft"];
                };
            };
        };
    };
    problems: {
        parameters: {
            query?: {
                page?: number;
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingUploadsLineProblem"];
                };
            };
        };
    };
    raw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    usage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
}
