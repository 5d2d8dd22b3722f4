// Range minimum and range sum queries with a segment tree, contest style: tree in an array,
// children of node at 2 * node and 2 * node + 1, point updates between the batches of
// queries, answers go to a vector.
#include <bits/stdc++.h>
using namespace std;

typedef long long ll;
#define all(x) (x).begin(), (x).end()
#define sz(x) (int)(x).size()

const ll INF = 1e18;

class SegmentTree {
    int n;
    vector<ll> mn, sum;

    void build(int node, int l, int r, const vector<ll> &a) {
        if (l == r) {
            mn[node] = sum[node] = a[l];
            return;
        }
        int mid = (l + r) / 2;
        build(2 * node, l, mid, a);
        build(2 * node + 1, mid + 1, r, a);
        pull(node);
    }

    void pull(int node) {
        mn[node] = min(mn[2 * node], mn[2 * node + 1]);
        sum[node] = sum[2 * node] + sum[2 * node + 1];
    }

    void update(int node, int l, int r, int pos, ll v) {
        if (l == r) {
            mn[node] = sum[node] = v;
            return;
        }
        int mid = (l + r) / 2;
        if (pos <= mid) update(2 * node, l, mid, pos, v);
        else update(2 * node + 1, mid + 1, r, pos, v);
        pull(node);
    }

    #pragma regtt traversal
    ll queryMin(int node, int l, int r, int ql, int qr) {
        if (qr < l || r < ql) return INF;
        if (ql <= l && r <= qr) return mn[node];
        int mid = (l + r) / 2;
        return min(queryMin(2 * node, l, mid, ql, qr), queryMin(2 * node + 1, mid + 1, r, ql, qr));
    }

    #pragma regtt traversal
    ll querySum(int node, int l, int r, int ql, int qr) {
        if (qr < l || r < ql) return 0;
        if (ql <= l && r <= qr) return sum[node];
        int mid = (l + r) / 2;
        ll left = querySum(2 * node, l, mid, ql, qr);
        ll right = querySum(2 * node + 1, mid + 1, r, ql, qr);
        return left + right;
    }

public:
    SegmentTree(const vector<ll> &a) : n(sz(a)), mn(4 * max(n, 1), INF), sum(4 * max(n, 1), 0) {
        if (n > 0) build(1, 0, n - 1, a);
    }

    void update(int pos, ll v) { update(1, 0, n - 1, pos, v); }
    ll getMin(int l, int r) { return n == 0 ? INF : queryMin(1, 0, n - 1, l, r); }
    ll getSum(int l, int r) {
        if (n == 0) return 0;
        return querySum(1, 0, n - 1, l, r);
    }
};

ll state = 123456789;
int rnd(int m) {
    state = (state * 48271) % 2147483647;
    return int(state % m);
}

void solve(int n, int q, int rounds) {
    vector<ll> a(n);
    for (int i = 0; i < n; i++) {
        a[i] = rnd(2000001) - 1000000;
        if (i % 100 < 10) a[i] = -7;
    }
    SegmentTree st(a);
    cout << "n = " << n << ", q = " << q << "\n";
    while (rounds--) {
        vector<pair<int, int>> queries(q);
        for (auto &[l, r] : queries) {
            l = rnd(n + 5);
            r = rnd(n + 5);
            if (l > r && rnd(8)) swap(l, r);
            if (rnd(3) == 0) r = l + rnd(20);
        }
        vector<ll> ans(q), ans2(q);

        #pragma regtt parallel
        for (int i = 0; i < q; i++) {
            ans[i] = st.getMin(queries[i].first, queries[i].second);
        }

        #pragma regtt parallel
        for (int i = 0; i < q; i++) {
            auto [l, r] = queries[i];
            ans2[i] = st.getSum(l, r);
        }

        ll h = 0;
        for (int i = 0; i < q; i++) {
            h = (h * 131 + (ans[i] % 1000003 + 1000003)) % 1000000007;
            h = (h * 131 + (ans2[i] % 1000003 + 1000003)) % 1000000007;
        }
        cout << "hash " << h << "\n";
        for (int i = 0; i < q; i += 100) {
            cout << queries[i].first << ' ' << queries[i].second << ' ' << ans[i] << ' ' << ans2[i] << '\n';
        }
        if (q) cout << "min of all " << *min_element(all(ans)) << ", greatest sum " << *max_element(all(ans2)) << "\n";
        for (int i = 0; i < n / 10; i++) {
            int pos = rnd(n);
            st.update(pos, rnd(2000001) - 1000000);
        }
    }
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    solve(10000, 2000, 2);
    solve(1, 20, 1);
    solve(0, 20, 1);
    solve(50, 0, 1);
    return 0;
}
// RUN: %as-written %s
